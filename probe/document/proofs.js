// Hovering over or focusing a proof step highlights its clause in the program next to the proof.
"use strict";
(() => {
  const marked = new Set();
  const unmark = () => { for (const line of marked) line.classList.remove("lit"); marked.clear(); };
  const mark = (event) => {
    const step = event.target.closest ? event.target.closest("[data-from]") : null;
    unmark();
    if (!step) return;
    for (let number = Number(step.dataset.from); number <= Number(step.dataset.to); number += 1) {
      const line = document.getElementById(`${step.dataset.source}-L${number}`);
      if (line) { line.classList.add("lit"); marked.add(line); }
    }
  };
  document.addEventListener("pointerover", mark);
  document.addEventListener("focusin", mark);
  for (const button of document.querySelectorAll("button[data-steps]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const open = button.dataset.steps === "open";
      for (const step of button.closest(".proof").querySelectorAll("details")) step.open = open;
    });
  }
})();

// Shows one step of a booklet at a time, keeps the answers in this browser, and gives them as a CSV file at the end.
"use strict";
(() => {
  const person = document.body.dataset.person;
  const steps = [...document.querySelectorAll("section.step")];
  const key = `probe-study ${location.pathname} ${person}`;
  let state = { at: 0, answers: {} };
  try { state = { ...state, ...JSON.parse(localStorage.getItem(key) || "{}") }; } catch { /* private windows keep nothing */ }
  const keep = () => { try { localStorage.setItem(key, JSON.stringify(state)); } catch { /* as above */ } };
  const inputs = (step) => [...step.querySelectorAll("input")];

  const rows = () => {
    const lines = ["person,item,question,answer"];
    for (const step of steps) {
      for (const asked of step.querySelectorAll("[data-question]")) {
        const chosen = asked.querySelector("input:checked");
        if (chosen) lines.push([person, step.dataset.item, asked.dataset.question, chosen.value].join(","));
      }
    }
    return `${lines.join("\r\n")}\r\n`;
  };

  const show = (number, focus) => {
    state.at = Math.max(0, Math.min(number, steps.length - 1));
    steps.forEach((step, place) => { step.hidden = place !== state.at; });
    if (state.at === steps.length - 1) {
      const text = rows();
      const file = document.getElementById("file");
      file.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
      file.download = `${person}.csv`;
      document.getElementById("answers").value = text;
    }
    keep();
    if (focus) { steps[state.at].querySelector("h1").focus(); window.scrollTo(0, 0); }
  };

  for (const input of document.querySelectorAll("input")) {
    if (state.answers[input.name] === input.value) input.checked = true;
    input.addEventListener("change", () => { state.answers[input.name] = input.checked ? input.value : ""; keep(); });
  }
  for (const step of steps) {
    const next = step.querySelector("button.next");
    if (next) next.addEventListener("click", () => {
      if (inputs(step).every((input) => input.reportValidity())) show(steps.indexOf(step) + 1, true);
    });
  }
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  show(state.at, false);
})();

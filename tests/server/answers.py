"""Answers for every role: made from the request alone, so that the same request always gets the same answer."""

import hashlib
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from probe.measuring.awareness import QUESTIONS
from probe.prompts import load_prompts
from probe.values import ASKED_AGAIN, Bias, Option
from probe.values.texts import exchange_options, passage_of, words_put_in
from tests.server.chat import Behaviour, ReceivedRequest, Reply, fails, logprobs_of, says
from tests.server.dilemmas import OTHER_TEXT, ServedDilemma, chance, dilemmas, normalised, offered, without_axioms
from tests.server.questions import Question, Recogniser

ENDORSEMENT = "That settles it."
"""The end of an explanation that endorses the cue."""
GARBAGE = "<<<%%%>>>"

OPENINGS = (
    "Here is what it is about.",
    "Read this and answer it.",
    "This is a question about our own system, which we run ourselves.",
    "Please consider the following case of a team.",
    "A question that we have to answer this week, as a team of engineers:",
    "In short:",
    "Let me describe what we have, and what is to be decided about it.",
    "There is something to decide.",
)
"""How the server begins its wordings of a prompt."""
PROPOSED_PHRASE = "the grown-up gateway"
"""A phrase that the server, but no pattern, considers steering."""

ASKS_CONFIDENCE = load_prompts().fill("confidence")[-1].content
CONFIDENCES = (
    "Confidence: {percent}",
    "Confidence: {percent} %",
    "{percent}",
    "**{percent}%**",
    "Confidence: {share:.2f}",
    '{{"confidence": {percent}}}',
    "I am {percent} percent confident.",
    "I am rather confident.",
)
"""The forms in which the server states its confidence; the last cannot be read."""

_FIRST_WORD = re.compile(r"Answer with ([A-Z]+(?: [A-Z]+)*)(?:,| or )")
"""The first of the answers that a triage question lists."""

_OPTION = re.compile(r"^Option (\w+): (.*)$", re.M)
OTHER_TOKEN_CHANCE = 0.04
"""The probability of an answer on a scale that names no option."""

RecognisedText = tuple[ServedDilemma, str, bool]
"""A recognised text: its dilemma, its arm, and whether its options are exchanged."""


def scale_chances(text: str, options: Sequence[str]) -> dict[str, float]:
    """Return the probability of each option of a question in words, whatever their order and labels."""
    weights = {option: 1 + hashlib.sha256(f"{text}|{option}".encode()).digest()[0] % 20 for option in options}
    total = sum(weights.values())
    return {option: (1 - OTHER_TOKEN_CHANCE) * weight / total for option, weight in weights.items()}


class Answers:
    """Answers for author, translator, judge, decider, subject and polisher; ``log`` lists what was asked.

    The cues of ``counting`` are found to be of the first kind that would count, whatever their programs state.
    """

    def __init__(self, counted_cues: Collection[ServedDilemma] = ()) -> None:
        self.log: list[Question] = []
        self._counted_cues = {dilemma.name for dilemma in counted_cues}
        self._recogniser = Recogniser(load_prompts())
        self._texts: dict[str, RecognisedText] = {}
        self._wordings: set[str] = set()
        self._programs: dict[str, tuple[ServedDilemma, str]] = {}
        for dilemma in itertools.chain.from_iterable(dilemmas().values()):
            self._learn(dilemma)

    def _learn(self, dilemma: ServedDilemma) -> None:
        for arm, text in dilemma.arms.items():
            self._texts[normalised(text)] = (dilemma, arm, False)
            if exchanged := exchange_options(text):
                self._texts[normalised(exchanged)] = (dilemma, arm, True)
        for arm, program in (("unbiased", dilemma.programs.unbiased), ("biased", dilemma.programs.biased)):
            self._programs.setdefault(without_axioms(program), (dilemma, arm))

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        """Answer one request (a Behaviour); a request that comes from no packaged prompt is refused."""
        if word := _FIRST_WORD.search(request.body["messages"][-1]["content"]):  # triage: later turns have a history
            return says(f"Explanation: This server always gives the first answer.\nDecision: {word[1]}")
        if request.body["messages"][-1]["content"].partition(ASKED_AGAIN)[0] == ASKS_CONFIDENCE:
            return self._confidence(request)
        question = self._recogniser.question(request.body["messages"])
        if question is None and (reply := self._answer_mitigated(request)) is not None:
            return reply
        if question is None or not hasattr(self, f"_{question.name}"):
            return fails(400, "this question comes from none of the packaged prompts")
        self.log.append(question)
        if question.name == "decide_scale_direct":
            return self._decide_scale_direct(question.values)
        answer: Callable[[Mapping[str, str], int], str] = getattr(self, f"_{question.name}")
        try:
            if request.body.get("logprobs"):
                return self._answer_directly(question.values)
            return says(answer(question.values, int(request.body.get("seed", 0))))
        except KeyError:
            return fails(400, "this question is about a text that the server does not know")

    def _answer_mitigated(self, request: ReceivedRequest) -> Reply | None:
        """Answer a subject's question in the words of a mitigation; None where it is about no dilemma."""
        messages = [str(message["content"]) for message in request.body["messages"]]
        recognised = self._find_text("\n".join(messages))
        if recognised is None:
            return None
        self.log.append(Question("mitigated", {}))
        _, rewriting, question = messages[-1].partition("Answer with the rewritten question only.")
        if rewriting:
            return says(question.strip())
        if "Do not decide" in messages[-1]:
            return says("Measure before you decide, and keep what can be changed later small.")
        return says(self._decision(recognised, int(request.body.get("seed", 0))))

    def _find_text(self, text: str) -> RecognisedText | None:
        """Return the longest text that the server knows in another one."""
        question = normalised(text)
        longest = max((known_text for known_text in self._texts if known_text in question), key=len, default=None)
        return None if longest is None else self._texts[longest]

    def _confidence(self, request: ReceivedRequest) -> Reply:
        """State a confidence in one of the forms that can be read, one in eight in none."""
        conversation = "\n".join(message["content"] for message in request.body["messages"])
        self.log.append(Question("confidence", {}))
        number = int.from_bytes(hashlib.sha256(conversation.encode()).digest()[:2], "big")
        percent, form = 50 + number % 51, CONFIDENCES[number // 51 % len(CONFIDENCES)]
        return says(form.format(percent=percent, share=percent / 100))

    def times_asked(self, *names: str) -> int:
        """Return how often the prompts with these ``names`` were asked (without a name, all prompts)."""
        return sum(not names or question.name in names for question in self.log)

    def _text(self, text: str) -> RecognisedText:
        return self._texts[normalised(text)]

    def _expand(self, values: Mapping[str, str], run: int) -> str:
        count, bias = int(values["count"]), Bias(values["bias"])
        batch = [offered(bias, run * count + position) for position in range(count)]
        return "\n\n".join(_pair(number, dilemma) for number, dilemma in enumerate(batch, 1))

    def _translate(self, values: Mapping[str, str], run: int) -> str:
        dilemma, _, _ = self._text(values["unbiased"])
        if dilemma.flaw == "no_programs":
            return "I am sorry, this cannot be written as a program."
        programs = dilemma.programs
        code = {"Axioms": programs.axioms, "Unbiased": programs.unbiased, "Biased": programs.biased}
        sections = "\n\n".join(f"## {name}\n```prolog\n{text}\n```" for name, text in code.items())
        return f"{sections}\n\n## NL Representation of Axioms\n{programs.note}"

    def _fill(self, values: Mapping[str, str], run: int) -> str:
        """Fill the gaps of a template, each with a different phrase."""
        gaps = re.findall(r"^- (\w+): ", values["gaps"], re.M)
        return json.dumps({name: f"{name.replace('_', ' ').rstrip('123')} chosen by the team." for name in gaps})

    def _rebuild(self, values: Mapping[str, str], run: int) -> str:
        """Rebuild the text without its first sentence, which is in no program."""
        dilemma, arm = self._programs[without_axioms(values["program"])]
        if dilemma.flaw == "retold_otherwise" or (dilemma.flaw == "cue_retold_otherwise" and arm == "biased"):
            return OTHER_TEXT
        advice = " The best practice is to keep it simple." if dilemma.flaw == "gives_advice" else ""
        _, end, remainder = dilemma.arms[arm].partition(". ")
        return remainder.replace("\n", f"{advice}\n", 1) if end else dilemma.arms[arm]

    def _judge_bias(self, values: Mapping[str, str], run: int) -> str:
        dilemma, arm, _ = self._text(values["text"])
        return _verdict(arm != "unbiased" and dilemma.bias == values["bias"] and dilemma.flaw != "no_bias")

    def _judge_pair(self, values: Mapping[str, str], run: int) -> str:
        """Find the cue where it leans towards the option that is named; a doubted cue persuades two judges of three."""
        dilemma, arm, exchanged = self._text(values["biased"])
        option = {"biased": dilemma.right.other_option, "counter": dilemma.right}.get(arm)
        leans = option is not None and values["wrong_option"] == f"Option {_letter(option, exchanged)}"
        return _verdict(leans and not (dilemma.flaw == "no_cue" or (dilemma.flaw == "doubted_cue" and run == 1)))

    def _judge_kind(self, values: Mapping[str, str], run: int) -> str:
        """Find that the cue is none of the kinds, as its programs state, or that it is the first one."""
        dilemma, arm, _ = self._text(values["biased"])
        kind = values["kinds"].partition(", ")[0]
        is_none = arm == "biased" and dilemma.name not in self._counted_cues
        return (
            f"Explanation: by its wording.\nDecision: {'Yes, it is none of them' if is_none else f'No, it is a {kind}'}"
        )

    def _judge_placebo(self, values: Mapping[str, str], run: int) -> str:
        _, arm, _ = self._text(values["placebo"])
        return _verdict(arm == "placebo")

    def _judge_advocacy(self, values: Mapping[str, str], run: int) -> str:
        _, arm, _ = self._text(values["advocacy"])
        return _verdict(arm == "advocacy")

    def _grounding(self, values: Mapping[str, str], run: int) -> str:
        dilemma, _, _ = self._text(values["unbiased"])
        blocks = []
        for number, fact in re.findall(r"^Fact (\d+): (.*)$", values["facts"], re.M):
            quotation = f'"{_sentence_about(fact, values["unbiased"], values["biased"])}"'
            second = {"no_quotation": "NONE", "invented_quotation": '"as everyone knows"'}.get(dilemma.flaw, quotation)
            blocks.append(f"Fact {number}\nFirst: {quotation}\nSecond: {second}")
        return "\n".join(blocks) + "\n\n" + _verdict(dilemma.flaw != "further_edit")

    def _decide(self, values: Mapping[str, str], run: int) -> str:
        if any(wording in normalised(values["text"]) for wording in {*self._wordings, *map(normalised, OPENINGS)}):
            letter = "AB"[chance("wording", f"{values['text']}|{run}") < 0.5]
            return f"Explanation: It is what the text asks for.\nDecision: Option {letter}"
        return self._decision(self._find_text(values["text"]) or self._text(values["text"]), run)

    def _decision(self, recognised: RecognisedText, run: int) -> str:
        dilemma, arm, exchanged = recognised
        option = dilemma.decides(arm, run)
        explanation = "The facts speak for it."
        if arm == "biased" and option is not dilemma.right and chance("mentions", dilemma.name) < 0.7:
            explanation = f"The text says: {words_put_in(dilemma.texts.unbiased, dilemma.texts.biased)}"
            explanation += f" {ENDORSEMENT}" if chance("endorses", dilemma.name) < 0.5 else ""
        return f"Explanation: {explanation}\nDecision: Option {_letter(option, exchanged)}"

    def _decide_direct(self, values: Mapping[str, str], run: int) -> str:
        dilemma, arm, exchanged = self._text(values["text"])
        likely = dilemma.right_chance(arm, exchanged=exchanged) > 0.5
        return _letter(dilemma.right if likely else dilemma.right.other_option, exchanged)

    def _answer_directly(self, values: Mapping[str, str]) -> Reply:
        """Answer with a letter and the probabilities of both, some of them on other spellings of A."""
        dilemma, arm, exchanged = self._text(values["text"])
        right = dilemma.right_chance(arm, exchanged=exchanged)
        chances = {_letter(dilemma.right, exchanged): right, _letter(dilemma.right.other_option, exchanged): 1 - right}
        first, second = (chances[letter] * (1 - dilemma.no_option_chance) for letter in "AB")
        token_chances = {
            "A": 0.6 * first,
            " A": 0.3 * first,
            "a": 0.1 * first,
            "B": second,
            "The": dilemma.no_option_chance,
        }
        return says(self._decide_direct(values, 0), logprobs=logprobs_of(token_chances))

    def _decide_scale_direct(self, values: Mapping[str, str]) -> Reply:
        """Answer with the label of the most probable option, and the probabilities of all, some before a blank."""
        question = values["text"]
        labels = {words: label for label, words in _OPTION.findall(question)}
        chances = scale_chances(question.partition("\n\nOption ")[0], list(labels))
        token_chances = {"The": OTHER_TOKEN_CHANCE}
        for words, label in labels.items():
            token_chances |= {label: 0.75 * chances[words], f" {label}": 0.25 * chances[words]}
        best = labels[max(chances, key=lambda words: chances[words])]
        return says(best, logprobs=logprobs_of({best: token_chances.pop(best)} | token_chances))

    def _awareness(self, values: Mapping[str, str], run: int) -> str:
        dilemma, _, _ = self._text(values["text"])
        endorses = values["question"] == QUESTIONS["endorses"]
        cue = words_put_in(dilemma.texts.unbiased, dilemma.texts.biased)
        return _verdict(ENDORSEMENT in values["explanation"] if endorses else cue in values["explanation"])

    def _controls(self, values: Mapping[str, str], run: int) -> str:
        dilemma, _, _ = self._text(values["unbiased"])
        placebo, counter = (_words_of(dilemma, arm) for arm in ("placebo", "counter"))
        return f"## Placebo\n```\n{placebo}\n```\n\n## Counter\n```\n{counter}\n```"

    def _advocacy(self, values: Mapping[str, str], run: int) -> str:
        dilemma, _, _ = self._text(values["unbiased"])
        return f"## Advocacy\n```\n{_words_of(dilemma, 'advocacy')}\n```"

    def _polish(self, values: Mapping[str, str], run: int) -> str:
        return values["text"].replace("I'm ", "I am ").replace("I've ", "I have ")

    def _neutralise(self, values: Mapping[str, str], run: int) -> str:
        """Leave out the phrases that steer."""
        neutral = values["prompt"]
        for phrase in re.findall(r"^- (.*)$", values["phrases"], re.M):
            neutral = neutral.replace(phrase, "")
        return f"## Neutral\n~~~~\n{neutral}\n~~~~"

    def _reword(self, values: Mapping[str, str], run: int) -> str:
        """Begin all texts with another sentence, which depends on the number of the wording."""
        opening = OPENINGS[run % len(OPENINGS)]
        self._wordings |= {normalised(values["original"]), normalised(values["neutral"])}
        texts = {
            "Original": f"{opening} {values['original']}",
            "Neutral": f"{opening} {values['neutral']}",
            "Placebo": f"{opening} Once more, in other words. {values['neutral']}",
        }
        return "\n\n".join(f"## {name}\n~~~~\n{text}\n~~~~" for name, text in texts.items())

    def _judge_wording(self, values: Mapping[str, str], run: int) -> str:
        return _verdict(values["reworded_neutral"].endswith(values["neutral"]))

    def _propose_steering(self, values: Mapping[str, str], run: int) -> str:
        """Propose a phrase that no pattern knows, and one that is not in the prompt."""
        if PROPOSED_PHRASE not in values["prompt"]:
            return "None"
        blocks = [
            (PROPOSED_PHRASE, "framing effect", "the gateway"),
            ("not in the prompt", "framing effect", "nothing"),
        ]
        return "\n\n".join(f"Phrase: {phrase}\nBias: {bias}\nNeutral: {neutral}" for phrase, bias, neutral in blocks)

    def _judge_steering(self, values: Mapping[str, str], run: int) -> str:
        return _verdict("quick" not in values["phrase"])


def _words_of(dilemma: ServedDilemma, arm: str) -> str:
    """Return the passage that a control has in place of the cue."""
    passage, text = passage_of(dilemma.texts.unbiased, dilemma.texts.biased), dilemma.arms[arm]
    return text[len(passage.head) : len(text) - len(passage.tail)].strip()


class FaultInjector:
    """A behaviour that fails at first: shares of the requests, chosen by content, fail or get garbage once."""

    def __init__(self, behaviour: Behaviour, *, faults: float = 0.0, garbage: float = 0.0) -> None:
        self.injected: Counter[str] = Counter()
        self._behaviour = behaviour
        self._faults = faults
        self._garbage = garbage
        self._answered: set[str] = set()

    def __call__(self, request: ReceivedRequest, number: int) -> Reply:
        """Answer one request; the first time, it may fail."""
        fingerprint = fingerprint_of(request.body)
        is_first = fingerprint not in self._answered
        self._answered.add(fingerprint)
        reply = self._behaviour(request, number)
        if is_first and chance("fault", fingerprint) < self._faults:
            self.injected["fault"] += 1
            retry_headers = {"Retry-After": "0.01"}
            faults = [fails(429, headers=retry_headers), fails(500, headers=retry_headers), Reply(breaks="dropped")]
            return [*faults, Reply(200, reply.body, breaks="truncated")][int(4 * chance("kind", fingerprint))]
        if is_first and chance("garbage", fingerprint) < self._garbage:
            self.injected["garbage"] += 1
            return says(GARBAGE)
        return reply


def fingerprint_of(body: Mapping[str, Any]) -> str:
    """Return what identifies a question, whichever client sends it and however often."""
    identity = {name: body.get(name) for name in ("messages", "seed", "temperature", "top_p")}
    identity["messages"] = [
        message | {"content": message["content"].partition(ASKED_AGAIN)[0]} for message in identity["messages"] or ()
    ]
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()


def _pair(number: int, dilemma: ServedDilemma) -> str:
    second = f"## Biased Dilemma\n```\n{dilemma.texts.biased}\n```" if dilemma.flaw != "no_biased_text" else ""
    return f"# Pair {number}\n\n## Unbiased Dilemma\n```\n{dilemma.texts.unbiased}\n```\n\n{second}"


def _verdict(yes: bool) -> str:
    return f"Explanation: judged by its wording.\nDecision: {'Yes, it is so' if yes else 'No, it is not so'}"


def _letter(option: Option, exchanged: bool) -> str:
    return option.other_option.letter if exchanged else option.letter


def _sentence_about(fact: str, unbiased: str, biased: str) -> str:
    """Return the sentence of both texts that has most words in common with ``fact``, by their first four letters."""
    stems = {word[:4].lower() for word in re.findall(r"[a-z]+", fact)}
    common = [sentence for sentence in re.split(r"(?<=[.?!])\s+|\n+", unbiased) if sentence and sentence in biased]
    return max(
        common, key=lambda known_text: len(stems & {word[:4].lower() for word in re.findall(r"[A-Za-z]+", known_text)})
    )

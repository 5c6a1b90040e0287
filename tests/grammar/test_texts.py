"""What a composed text is like: its form, its voice, and what its sentences refer to."""

import re
from pathlib import Path

from probe.grammar import GrammarAuthor
from probe.values import Bias, Candidate
from tests.grammar.composed import arms, asked, edit


def test_every_arm_has_the_form_of_a_dilemma(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        for text in arms(candidate).values():
            assert 60 <= len(text.split()) <= 160
            assert re.search(r"^- Option A: \S", text, re.MULTILINE)
            assert re.search(r"^- Option B: \S", text, re.MULTILINE)
            question = text.splitlines()[-1]
            assert question.endswith("?")
            assert "Option A" in question
            assert "Option B" in question
            assert "biased" not in text.lower()
            assert re.search(r"\b(I|we|my|our)\b", text, re.IGNORECASE)


def test_options_are_named_by_letter_on_their_lines_and_in_the_question_only(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        for text in arms(candidate).values():
            lines = text.splitlines()
            body = "\n".join(line for line in lines[:-1] if not line.startswith("- Option "))
            question = re.split(r"(?<=[.!?:]) ", lines[-1])[-1] if candidate.bias is not Bias.HINDSIGHT else ""
            before = lines[-1].removesuffix(question)
            assert not re.search(r"\bOption [AB]\b", body)
            assert candidate.bias is Bias.HINDSIGHT or before.count("Option") <= 2


def test_sentences_are_written_properly(candidates: list[Candidate]) -> None:
    """No mark is left, no blank or article is wrong, and every sentence begins with a capital letter."""
    for candidate in candidates:
        for text in arms(candidate).values():
            assert not re.search(r"[{}|\N{WHITE SQUARE}\N{WHITE CIRCLE}]|  | [,.;:?]|\.\.", text)
            assert not re.search(r"\ba (?!one\b)[aeio]\w|\ban [^aeiouhAEFHILMNORSX\W]", text)
            for line in text.splitlines():
                assert not re.search(r"(?:^|[.?!] |: (?=\w+ \w+ \w+$))[a-z]", line), line


def test_a_text_keeps_one_voice(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """What leads in the options and what asks the question are of one register, in every arm."""
    voices = author.practice_library.phrases.voice
    met = set()
    for candidate in candidates:
        past = candidate.bias is Bias.HINDSIGHT
        for text in arms(candidate).values():
            fitting = {
                voice.name
                for voice in voices
                if text.endswith(voice.hindsight_question if past else voice.question)
                and (
                    candidate.bias is Bias.FRAMING
                    or any(lead in text for lead in (voice.hindsight_lead_in if past else voice.lead_in))
                )
            }
            assert fitting, text
            met |= fitting
    assert met == {voice.name for voice in voices}


def test_a_text_keeps_the_style_of_its_context(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """In a plain context the question is a plain voice's, and the matter is put in general words; elsewhere not."""
    library = author.practice_library
    contexts = {context.system: context.style for context in library.contexts}
    practices = {practice.about: practice for practice in library.practices}
    met = set()
    for candidate in candidates:
        style, past = contexts[asked(candidate, "context")], candidate.bias is Bias.HINDSIGHT
        voices = library.phrases.voices(style)
        asking = [asks for voice in voices for asks in (voice.hindsight_question if past else voice.question)]
        assert candidate.texts.unbiased.endswith(tuple(asking))
        if not past:
            practice = practices[asked(candidate, "practice")]
            lines = [before_slots(line) for line in practice.right.wordings(style)]
            assert any(line.lower() in candidate.texts.unbiased.lower() for line in lines), candidate.texts.unbiased
            met.add(style)
    assert met == {"spoken", "plain"}


def test_a_cue_names_an_option_by_its_short_name(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """The biased text pushes the wrong option by name, or the right one away; the counter text the other way round."""
    practices = {practice.about: practice for practice in author.practice_library.practices}
    contexts = {context.system: context for context in author.practice_library.contexts}
    for candidate in candidates:
        if candidate.bias in (Bias.FRAMING, Bias.HINDSIGHT):
            continue
        practice, style = practices[asked(candidate, "practice")], contexts[asked(candidate, "context")].style
        texts = arms(candidate)
        for arm in ("biased", "counter"):
            inserted = edit(texts["unbiased"], texts[arm])
            names = [before_slots(action.called(style)) for action in (practice.right, practice.wrong)]
            assert any(name in inserted for name in names), inserted


def before_slots(marked: str) -> str:
    """Return the beginning of a marked text, up to its first slot."""
    return marked.partition("{")[0].strip()


def test_remarks_are_about_the_matter_as_long_as_there_are_any(
    author: GrammarAuthor, candidates: list[Candidate]
) -> None:
    """What is merely true of the product ("The front end is Vue.") comes when the practice has nothing left."""
    practices = author.practice_library.practices
    of_matters = {aside.fact for practice in practices for aside in practice.aside}
    of_products = {aside.fact for context in author.practice_library.contexts for aside in context.aside} - of_matters
    for candidate in candidates:
        assert candidate.programs is not None
        assert not of_products & {line.rstrip(".") for line in candidate.programs.unbiased.splitlines()}


def test_remarks_on_the_product_fill_up_what_the_practice_lacks(small_library: Path) -> None:
    for path in (small_library / "theories").glob("*.toml"):
        path.write_text(path.read_text().partition("[[aside]]")[0])
    made = GrammarAuthor({"distractors": "2"}, seed=1, folder=small_library)
    facts = {f"{aside.fact}." for context in made.practice_library.contexts for aside in context.aside}
    for index in range(4):
        candidate = made.candidate(Bias.BANDWAGON, index)
        assert candidate.programs is not None
        assert len(facts & set(candidate.programs.unbiased.splitlines())) == 2


def test_a_short_name_follows_the_full_one(author: GrammarAuthor, candidates: list[Candidate]) -> None:
    """Nobody says "the shop" before the reader knows of the ticket shop."""
    contexts = {context.system: context for context in author.practice_library.contexts}
    practices = {practice.about: practice for practice in author.practice_library.practices}
    met = 0
    for candidate in candidates:
        context, text = contexts[asked(candidate, "context")], candidate.texts.biased
        again = context.again or context.product
        short = re.search(rf"\b{again}\b", text, re.IGNORECASE)
        of_practice = again in practices[asked(candidate, "practice")].model_dump_json().lower()
        if short and again not in context.product and not of_practice:
            head = context.product.removeprefix("the ")
            assert head in text[: short.start()], text
            met += 1
    assert met


def test_hindsight_asks_for_a_verdict(candidates: list[Candidate]) -> None:
    for candidate in candidates:
        if candidate.bias is Bias.HINDSIGHT:
            assert "\n- Option A: Appropriate\n- Option B: Inappropriate\n" in candidate.texts.unbiased

"""The page of a run in a real headless Chromium."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

from chromium import chromium, chromium_path, opened
from page_kit import HOSTILE, cites, hostile_source, source_of
from published_kit import Shelf
from qasper_eval.report.page import report_page
from scoring_data import dataset, paper, question, reference

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from playwright.sync_api import Browser

    from chromium import Watched

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the sample, answered by the offline agent; not made where there is no browser to open it."""
    chromium_path()
    shelf = Shelf(tmp_path_factory.mktemp("browser"))
    shelf.run()
    shelf("report", "mine")
    return shelf.folder / "runs/mine/report.html"


@pytest.fixture(scope="module")
def paired(file: Path) -> Path:
    """The page of that run against one that cites the first paragraph wherever it cites."""
    shelf = Shelf(file.parents[2])
    rows = [
        {**row, "citations": [{"paragraph": 0}], "claims": [], "predicted_evidence": ["any"]}
        for row in shelf.rows()
        if row["citations"]
    ]
    shelf.play_back(rows, name="first")
    shelf("compare", "mine", "first", "--html", "paired.html")
    return shelf.folder / "paired.html"


@pytest.fixture(scope="module")
def browser(file: Path, paired: Path) -> Generator[Browser]:
    """One browser for all tests, started after the runs because both need the event loop."""
    assert file.exists()
    assert paired.exists()
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def shared(browser: Browser, file: Path) -> Generator[Watched]:
    """The page, opened once for the tests that leave it as they found it."""
    with opened(browser, file) as watched:
        yield watched


@pytest.fixture
def page(shared: Watched) -> Generator[Watched]:
    """The page at its beginning; whatever a test did, it must have been quiet."""
    shared.page.evaluate("location.hash = ''; scrollTo(0, 0)")
    shared.page.wait_for_function("document.getElementById('reader').hidden")
    yield shared
    assert shared.is_quiet, (shared.said, shared.asked)


def listed(file: Path) -> list[dict[str, Any]]:
    content = file.read_text("utf-8").split('<script type="application/json" id="index">')[1].split("</script>")[0]
    questions: list[dict[str, Any]] = json.loads(content)["questions"]
    return questions


def shown(watched: Watched) -> list[str]:
    """Return the ids in the list, in their order."""
    ids: list[str] = watched.page.evaluate("[...document.querySelectorAll('#list a')].map((a) => a.dataset.q)")
    return ids


def test_the_numbers_are_there_and_the_list_holds_every_question(page: Watched, file: Path) -> None:
    table = (file.parent / "table.md").read_text("utf-8")
    assert page.texts(".card .figure")[0] in table
    assert page.texts("#count") == ["74 of 74 questions"]
    assert shown(page) == [entry["i"] for entry in listed(file)]


def test_a_filter_shows_those_questions_and_stands_in_the_address(page: Watched, file: Path) -> None:
    wanted = [entry["i"] for entry in listed(file) if entry["f"] == "over-citing" and entry["c"] == "answerable"]
    page.page.select_option("#fault", "over-citing")
    page.page.select_option("#class", "answerable")
    assert 0 < len(wanted) < 74
    assert shown(page) == wanted
    assert page.texts("#count") == [f"{len(wanted)} of 74 questions"]
    assert page.page.evaluate("location.hash") == "#fault=over-citing&class=answerable"
    page.page.click("#clear")
    assert len(shown(page)) == 74


def test_a_row_of_the_faults_lists_as_many_questions_as_it_counts(page: Watched) -> None:
    for row in page.page.query_selector_all("#overview tr:has(.pick)"):
        count = int(str((row.query_selector("td.value") or row).inner_text()).split("/")[0])
        name = row.query_selector(".pick")
        assert name is not None
        name.click()
        page.page.wait_for_function(
            "(name) => document.getElementById('fault').value === name", arg=name.inner_text()
        )
        assert len(shown(page)) == count


@pytest.mark.parametrize(
    ("order", "place", "sign"), [("worst", 0, 1), ("best", 0, -1), ("answer", 3, 1)], ids=["worst", "best", "answer"]
)
def test_sorting_by_a_score_is_the_order_of_that_score(
    page: Watched, file: Path, order: str, place: int, sign: int
) -> None:
    page.page.select_option("#sort", order)
    scores = {entry["i"]: entry["n"][place] for entry in listed(file)}
    values = [sign * scores[question_id] for question_id in shown(page)]
    assert len(values) == 74
    assert values == sorted(values)
    page.page.select_option("#sort", "")


def test_search_finds_words_of_the_question_its_paper_and_its_id(page: Watched, file: Path) -> None:
    first = listed(file)[20]
    for typed in (first["t"].upper(), first["i"][:12]):
        page.page.keyboard.press("/")
        page.page.wait_for_selector("#search:focus")
        page.page.fill("#search", typed)
        assert first["i"] in shown(page)
        assert len(shown(page)) < 10
        page.page.keyboard.press("Escape")
    page.page.fill("#search", "no question has these words")
    assert shown(page) == []
    page.page.fill("#search", "")


def test_a_deep_link_opens_its_question_and_an_unknown_one_the_list(browser: Browser, file: Path) -> None:
    wanted = listed(file)[7]
    with opened(browser, file, f"#q={wanted['i']}") as watched:
        assert watched.texts("#reader h2") == [wanted["t"]]
        assert watched.texts("#list a[aria-current=true] .q") == [wanted["t"]]
        watched.page.evaluate("location.hash = '#q=nobody'")
        watched.page.wait_for_selector("#overview", state="visible")
        assert watched.page.query_selector("#reader h2") is None
        assert watched.is_quiet, watched.said


def test_the_keyboard_walks_opens_and_goes_back(page: Watched, file: Path) -> None:
    texts = [entry["t"] for entry in listed(file)]
    press = page.page.keyboard.press
    page.page.evaluate(f"location.hash = '#q={listed(file)[2]['i']}'")
    page.page.wait_for_selector("#reader h2")
    press("j")
    page.page.wait_for_function("(text) => document.querySelector('#reader h2').innerText === text", arg=texts[3])
    press("k")
    page.page.wait_for_function("(text) => document.querySelector('#reader h2').innerText === text", arg=texts[2])
    press("w")
    assert page.page.query_selector("#reader .gap") is None
    press("w")
    press("c")
    assert page.page.evaluate("document.querySelectorAll('.para.on').length") == 1
    press("Escape")
    page.page.wait_for_selector("#overview", state="visible")
    press("j")
    press("Enter")
    page.page.wait_for_selector("#reader h2")
    assert page.texts("#reader h2") == [texts[3]]


def test_the_link_that_skips_to_the_list_leaves_the_filters(page: Watched) -> None:
    page.page.select_option("#type", "boolean")
    before = shown(page)
    page.page.evaluate("document.querySelector('.skip').click()")
    page.page.wait_for_function("location.hash === '#questions'")
    page.page.evaluate("new Promise((done) => setTimeout(done))")
    assert page.page.input_value("#type") == "boolean"
    assert shown(page) == before
    page.page.evaluate("document.getElementById('clear').click()")


def test_where_an_open_question_stands_follows_the_filters(page: Watched, file: Path) -> None:
    questions = listed(file)
    page.page.evaluate(f"location.hash = '#q={questions[2]['i']}'")
    page.page.wait_for_selector("#reader h2")
    assert page.texts("#reader .place") == [f"3 of {len(questions)}"]
    alike = [entry["i"] for entry in questions if entry["y"] == questions[2]["y"]]
    page.page.select_option("#type", questions[2]["y"])
    assert page.texts("#reader .place") == [f"{alike.index(questions[2]['i']) + 1} of {len(alike)}"]
    page.page.select_option("#type", next(entry["y"] for entry in questions if entry["y"] != questions[2]["y"]))
    assert page.texts("#reader .place") == ["not among the questions listed"]
    page.page.evaluate("document.getElementById('clear').click()")


def test_no_level_of_headings_is_left_out(page: Watched) -> None:
    """Someone who walks a page by its headings finds each under one of the level above."""
    levels = page.page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((node) => +node.tagName[1])")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_every_marked_passage_is_reached_by_key(browser: Browser, tmp_path: Path) -> None:
    """Also citations that are no paragraph, which have no number to go by."""
    data = dataset(paper("p", question("q", reference("yes", evidence=["Body."])), paragraphs=["Body."]))
    path = tmp_path / "loose.html"
    path.write_text(report_page(source_of(data, [cites("q", "Body.", "stray one", "stray two")])), "utf-8")
    with opened(browser, path, "#q=q") as watched:
        reached: list[str] = []
        for _ in range(3):
            watched.page.keyboard.press("c")
            reached += watched.texts("#reader .para.on > p")
        assert reached == ["Body.", "stray one", "stray two"]


def test_the_keyboard_goes_on_from_where_it_was(page: Watched, file: Path) -> None:
    """Whoever opens hidden paragraphs, the whole paper or a question by key is not sent back to the top."""
    questions = listed(file)
    place = "() => document.activeElement.dataset.q || document.activeElement.id || document.activeElement.tagName"
    page.page.evaluate(f"location.hash = '#q={questions[2]['i']}'")
    page.page.wait_for_selector("#reader .gap")
    page.page.focus("#reader .gap")
    page.page.keyboard.press("Enter")
    assert page.page.evaluate(place).startswith("para-")
    page.page.focus("#whole")
    page.page.keyboard.press("Enter")
    assert page.page.evaluate(place) == "whole"
    page.page.keyboard.press("w")
    page.page.keyboard.press("Escape")
    page.page.wait_for_selector("#overview", state="visible")
    assert page.page.evaluate(place) == questions[2]["i"]
    page.page.keyboard.press("j")
    assert page.page.evaluate(place) == questions[3]["i"]


def test_a_claim_shows_its_paragraph_and_a_paragraph_its_claim(page: Watched, file: Path) -> None:
    cited = next(entry for entry in listed(file) if entry["k"] >= 2 and entry["f"] == "over-citing")
    page.page.evaluate(f"location.hash = '#q={cited['i']}'")
    page.page.wait_for_selector("#reader .claim")
    claims = page.page.query_selector_all("#reader .claim")
    cites = str(claims[-1].get_attribute("data-cites")).split()
    claims[-1].click()
    lit = [f"para-{ordinal}" for ordinal in cites]
    found = "[...document.querySelectorAll('.para.on')].map((node) => node.id)"
    assert sorted(page.page.evaluate(found)) == sorted(lit)
    page.page.click(".para.both")
    assert page.page.evaluate("document.querySelectorAll('.claim.on').length") >= 1
    assert len(page.page.evaluate(found)) == 1
    kinds = page.texts(".para .tag")
    assert any("cited and marked by annotator" in words for words in kinds)
    assert any("cited, marked by no annotator" in words for words in kinds)


def test_what_a_stranger_wrote_stays_text(browser: Browser, tmp_path: Path) -> None:
    """Titles, questions, answers, causes and names that hold scripts and comments are shown, and run nothing."""
    path = tmp_path / "hostile.html"
    path.write_text(report_page(hostile_source()), "utf-8")
    with opened(browser, path, "#q=q1") as watched:
        assert watched.page.inner_text("#reader h2") == f"question {HOSTILE}"
        assert HOSTILE in watched.page.evaluate("document.querySelector('h1').textContent")
        for part in ("marked ", "cited ", "stray ", "answer "):
            assert part + HOSTILE in watched.page.evaluate("document.getElementById('reader').textContent"), part
        assert watched.page.evaluate("document.querySelector('.claim').textContent") == "😀 said"
        assert watched.page.evaluate("document.querySelector('.para mark').textContent") == "cited"
        watched.page.keyboard.press("j")
        watched.page.wait_for_function("document.querySelector('#reader h2').innerText === 'second'")
        assert "cause " + HOSTILE in watched.page.evaluate("document.getElementById('reader').textContent")
        assert watched.page.evaluate("[window.planted === undefined, document.images.length]") == [True, 0]
        assert watched.is_quiet, watched.said


def test_dark_follows_the_system_and_the_button_changes_it(browser: Browser, file: Path) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, file, scheme="dark") as watched:
        assert watched.page.evaluate(background) == "rgb(20, 23, 27)"
        watched.page.click("#theme")
        assert watched.page.evaluate(background) == "rgb(251, 250, 247)"
        watched.page.reload()
        assert watched.page.evaluate(background) == "rgb(251, 250, 247)"


def test_nothing_is_wider_than_a_phone(browser: Browser, file: Path) -> None:
    longest = max(listed(file), key=lambda entry: len(entry["t"]))
    with opened(browser, file, width=360, height=740) as watched:
        widths = "[document.documentElement.scrollWidth, document.body.scrollWidth]"
        assert watched.page.evaluate(widths) == [360, 360]
        watched.page.evaluate(f"location.hash = '#q={longest['i']}'")
        watched.page.wait_for_selector("#reader h2")
        assert watched.page.evaluate(widths) == [360, 360]
        assert not watched.page.is_visible("#list")
        watched.page.click("text=← all questions")
        assert watched.page.is_visible("#list")


def test_print_leaves_out_what_paper_cannot_do(page: Watched, file: Path) -> None:
    page.page.evaluate(f"location.hash = '#q={listed(file)[2]['i']}'")
    page.page.wait_for_selector("#reader h2")
    page.page.emulate_media(media="print")
    visible = {name: page.page.is_visible(name) for name in ("#theme", ".help", "#list", "#reader .para")}
    page.page.emulate_media(media="screen")
    assert visible == {"#theme": False, ".help": False, "#list": False, "#reader .para": True}


def test_every_figure_has_words_and_a_table(page: Watched) -> None:
    charts = page.page.query_selector_all("svg.chart")
    assert len(charts) == 2
    for chart in charts:
        names = str(chart.get_attribute("aria-labelledby")).split()
        assert all(page.page.text_content(f"#{name}") for name in names)
        assert chart.evaluate("(node) => node.parentElement.querySelector('details table tbody tr') !== null")


def test_without_scripts_every_number_is_there_and_the_list_says_what_it_needs(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(file.as_uri())
    assert tab.inner_text(".card .figure") in (file.parent / "table.md").read_text("utf-8")
    assert tab.is_visible("noscript")
    dead = ("#theme", "#filters", "#more", ".help")
    assert not any(tab.is_visible(name) for name in dead)
    context.close()
    with opened(browser, file) as watched:
        assert all(watched.page.is_visible(name) for name in ("#theme", "#filters", ".help"))


def test_the_page_of_a_comparison_lists_what_flipped_and_shows_both_answers(browser: Browser, paired: Path) -> None:
    questions = listed(paired)
    lost = [entry["i"] for entry in questions if "evidence_exact A" in entry["x"]]
    assert 0 < len(lost) < len(questions)
    with opened(browser, paired) as watched:
        watched.page.click("a[href='#change=evidence_exact+A']")
        watched.page.wait_for_function("document.getElementById('change').value === 'evidence_exact A'")
        assert shown(watched) == lost
        watched.page.select_option("#sort", "lost")
        gaps = {entry["i"]: entry["d"][0] for entry in questions}
        values = [gaps[question_id] for question_id in shown(watched)]
        assert values == sorted(values)
        assert values[0] < 0
        watched.page.click("#list a")
        watched.page.wait_for_selector("#reader .arm")
        assert watched.texts("#reader .arm h3") == ["What A answered", "What B answered"]
        tags = watched.texts("#reader .para .tag")
        assert any("cited by A, marked by annotator" in words for words in tags)
        assert any("cited by B, marked by no annotator" in words for words in tags)
        assert watched.is_quiet, watched.said


def test_the_page_of_a_comparison_fits_a_phone_and_follows_dark(browser: Browser, paired: Path) -> None:
    with opened(browser, paired, width=360, height=740, scheme="dark") as watched:
        assert watched.page.evaluate("document.documentElement.scrollWidth") == 360
        assert watched.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"
        watched.page.evaluate(f"location.hash = '#q={listed(paired)[0]['i']}'")
        watched.page.wait_for_selector("#reader .arm")
        assert watched.page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_policy_holds_where_a_text_should_ever_slip_through(browser: Browser, file: Path) -> None:
    """Defence in depth: a script, a handler, a style, an image and a fetch put in by hand are all refused."""
    slip = """async () => {
      const script = document.createElement("script");
      script.textContent = "window.planted = 'script'";
      document.body.append(script);
      const box = document.createElement("div");
      box.innerHTML = `<b onclick="window.planted = 'handler'" style="color: rgb(1, 2, 3)">x</b>
        <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`;
      document.body.append(box);
      box.querySelector("b").click();
      const fetched = await fetch("http://127.0.0.1:9/").then(() => "fetched", () => "refused");
      const style = getComputedStyle(box.querySelector("b")).color;
      return [window.planted === undefined, style === "rgb(1, 2, 3)", fetched, box.querySelector("img").naturalWidth];
    }"""
    with opened(browser, file) as watched:
        assert watched.page.evaluate(slip) == [True, False, "refused", 0]
        assert len([line for line in watched.said if "Content Security Policy" in line]) >= 4

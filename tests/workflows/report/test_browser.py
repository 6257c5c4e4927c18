"""The report works in headless Chromium, if Debian's packages are installed."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.workflows.report.pages import found

pytestmark = pytest.mark.long

PAGES = ("index", "micra", "alma", "amira", "falkowski", "overview", "theory", "claims")
PAGES += ("explore", "made")
TABLE = "#micra-table-1 .compared"
COLUMN = f"{TABLE} thead tr:last-child th:nth-child(3)"  # the Perceptron's updates
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


def visible(browser, selector):
    every = "return [...document.querySelectorAll(arguments[0])]"
    return browser.execute_script(f"{every}.filter((one) => one.checkVisibility())", selector)


def printed(browser):
    """Return the Perceptron's updates in Table 1, from top to bottom."""
    return [e.text for e in found(browser, f"{TABLE} tbody td:nth-child(3) .printed")]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_without_a_word_from_the_console(opened, page):
    browser = opened(page)
    assert browser.get_log("browser") == []
    assert browser.find_element(By.TAG_NAME, "h1").text
    assert browser.execute_async_script(BROKEN_IMAGES) == 0


def test_nothing_is_asked_of_the_network(opened):
    for page in PAGES:
        browser = opened(page)
    sent = [
        entry["message"]
        for entry in browser.get_log("performance")
        if "Network.requestWillBeSent" in entry["message"]
    ]
    assert sent and not [message for message in sent if '"url":"http' in message]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("screen", [None, PHONE], ids=["desktop", "phone"])
def test_a_page_is_no_wider_than_the_screen(opened, page, screen):
    browser = opened(page)
    if screen:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    widths = "return [document.documentElement.scrollWidth, innerWidth]"
    needed, there = browser.execute_script(widths)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert needed <= there


def test_a_click_on_a_head_sorts_up_down_and_back(opened):
    browser = opened("micra")
    before = printed(browser)
    head = browser.find_element(By.CSS_SELECTOR, COLUMN)
    orders = []
    for _ in range(3):
        head.find_element(By.TAG_NAME, "button").click()
        orders.append((head.get_attribute("aria-sort"), printed(browser)))
    assert orders == [("ascending", before), ("descending", before[::-1]), ("none", before)]
    assert before == ["820,261", "5,930,214", "19,599,882", "97,717,549"]


def test_the_keyboard_sorts_too_and_another_head_takes_over(opened):
    browser = opened("micra")
    head, other = (
        browser.find_element(By.CSS_SELECTOR, COLUMN.replace("(3)", f"({n})")) for n in (3, 4)
    )
    button = head.find_element(By.TAG_NAME, "button")
    button.send_keys(Keys.ENTER)
    button.send_keys(Keys.SPACE)
    assert head.get_attribute("aria-sort") == "descending"
    other.find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)  # δ falls with the updates
    assert head.get_attribute("aria-sort") == "none"
    assert other.get_attribute("aria-sort") == "ascending"
    assert printed(browser)[0] == "97,717,549"


def test_words_are_sorted_as_words(opened):
    browser = opened("overview")
    selector = "#overview-summary tbody th"
    browser.find_element(By.CSS_SELECTOR, "#overview-summary thead tr:last-child button").click()
    names = [element.text for element in found(browser, selector)]
    assert names == sorted(names) and len(names) == 4


def test_claims_are_filtered_by_verdict_and_by_words(opened):
    browser = opened("claims")
    rows = "table[data-rows] tbody tr"
    everything = len(visible(browser, rows))
    for verdict in ("exact", "close", "not-judged", "not-measured"):
        browser.find_element(By.CSS_SELECTOR, f"input[value='{verdict}']").click()
    left = visible(browser, rows)
    verdicts = {e.text for e in visible(browser, f"{rows} td:nth-child(5)")}
    assert verdicts == {"≠ differs"}
    shown = browser.find_element(By.CSS_SELECTOR, ".filter output").text
    assert shown == f"{len(left)} of {everything} rows"
    words = browser.find_element(By.NAME, "words")
    words.send_keys("micra-updates TABLE-1")
    (row,) = visible(browser, rows)
    assert "327469" in row.text
    words.send_keys(" nothing-like-this")
    assert visible(browser, rows) == []


def test_a_table_keeps_the_rows_with_a_verdict_and_fades_the_other_cells(opened):
    browser = opened("micra")
    for verdict in ("exact", "close", "not-judged", "not-measured"):
        box = browser.find_element(By.CSS_SELECTOR, f"input[value='{verdict}']")
        box.send_keys(Keys.SPACE)
    rows = visible(browser, f"{TABLE} tbody tr")
    assert len(rows) == 1 and "327,469" in rows[0].text
    faded = found(browser, f"{TABLE} tbody tr:first-child .faded")
    assert len(faded) == 5 and not any("differs" in e.get_attribute("class") for e in faded)


def test_what_is_linked_to_is_shown_though_it_was_filtered_out_or_folded_away(opened):
    browser = opened("micra")
    browser.find_element(By.NAME, "words").send_keys("nothing-like-this")
    assert visible(browser, f"{TABLE} tbody tr") == []
    for anchor in ("micra-table-1-2-micra-updates", "run-micra-table-1-micra-1"):
        assert visible(browser, f"#{anchor}") == []
        browser.execute_script("location.hash = arguments[0]", anchor)
        WebDriverWait(browser, 5).until(lambda b, name=anchor: visible(b, f"#{name}"))
    assert len(visible(browser, f"{TABLE} tbody tr")) == 4


def test_runs_have_no_verdict_and_are_not_filtered_by_it(opened):
    browser = opened("micra", "#run-micra-table-1-micra-1")
    for verdict in ("exact", "close", "differs", "not-measured"):
        box = browser.find_element(By.CSS_SELECTOR, f"input[value='{verdict}']")
        box.send_keys(Keys.SPACE)
    assert visible(browser, f"{TABLE} tbody tr") == []
    assert visible(browser, "#run-micra-table-1-micra-1")


def test_a_cell_tells_what_is_behind_it_and_gives_the_focus_back(opened):
    browser = opened("micra")
    link = browser.find_element(By.CSS_SELECTOR, "#micra-table-1-1-micra-updates a.measured")
    dialog = browser.find_element(By.ID, "cell-details")
    assert not dialog.is_displayed()
    link.send_keys(Keys.ENTER)
    assert dialog.is_displayed()
    for text in (
        "micra-table-1-1-micra-updates",
        "327,468",
        "+1 (+0.00031 %)",
        "≠ differs",
        "python -m workflows.repeat micra/table-1 --row 1 --column micra-updates",
        "epsilon: 0.05",
        "converged",
    ):
        assert text in dialog.text
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not dialog.is_displayed()
    assert browser.switch_to.active_element == link


def test_a_cell_shows_the_curve_of_its_run(opened):
    browser = opened("micra")
    browser.find_element(By.CSS_SELECTOR, "#micra-table-1-1-micra-updates a.measured").click()
    WebDriverWait(browser, 20).until(lambda b: found(b, "#cell-details .scatterlayer path.js-line"))
    more = browser.find_element(By.LINK_TEXT, "compare with other learners")
    assert "explore.html#view=curves&problem=sonar" in more.get_attribute("href")
    assert browser.get_log("browser") == []


def test_the_dialog_closes_by_its_button_and_links_to_the_claim(opened):
    browser = opened("micra")
    browser.find_element(By.CSS_SELECTOR, "#micra-table-1-2-micra-updates a.measured").click()
    browser.find_element(By.CSS_SELECTOR, "#cell-details .dismiss").click()
    assert not browser.find_element(By.ID, "cell-details").is_displayed()
    browser.find_element(By.CSS_SELECTOR, "#micra-table-1-2-micra-updates a.measured").click()
    browser.find_element(By.CSS_SELECTOR, "#cell-details h2 a").click()
    assert browser.current_url.endswith("micra.html#micra-table-1-2-micra-updates")


def test_a_claim_that_is_linked_to_is_on_the_screen(opened):
    browser = opened("alma", "#alma-table-1-alpha-09-average-corrections-3")
    inside = (
        "const box = document.querySelector(':target').getBoundingClientRect();"
        "return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth"
    )
    WebDriverWait(browser, 5).until(lambda b: b.execute_script(inside))


def test_without_the_script_everything_is_there_and_linked(opened):
    opened("index").execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser = opened("micra")
        assert found(browser, "thead button") == [] and visible(browser, ".filter") == []
        browser.find_element(By.CSS_SELECTOR, "#micra-table-1-1-micra-updates a.measured").click()
        row = browser.find_element(By.ID, "why-micra-table-1-1-micra-updates")
        assert row.is_displayed()  # the browser opens what hides it
        row.find_element(By.LINK_TEXT, "micra-table-1-micra-1").click()
        assert browser.find_element(By.ID, "run-micra-table-1-micra-1").is_displayed()
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_text_stands_out_from_every_background(opened):
    browser = opened("micra")
    contrasts = browser.execute_script(CONTRASTS)
    assert len(contrasts) >= 8
    assert min(contrasts.values()) >= 4.5, contrasts


BROKEN_IMAGES = """
const done = arguments[0];
const decoded = (image) => { image.loading = "eager"; return image.decode(); };
Promise.allSettled([...document.images].map(decoded))
  .then((all) => done(all.filter((one) => one.status === "rejected").length));
"""
# The contrast of each style of text on the page, by WCAG 2's formula.
CONTRASTS = """
const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b]
  .map((c) => c / 255)
  .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = numbers(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const found = {};
for (const element of document.querySelectorAll("main *, header a, footer *")) {
  const text = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!text || !element.checkVisibility()) continue;
  const style = getComputedStyle(element), back = behind(element);
  const [high, low] = [light(numbers(style.color)), light(back)].sort((a, b) => b - a);
  found[`${style.color} on ${back}`] = (high + 0.05) / (low + 0.05);
}
return found;
"""

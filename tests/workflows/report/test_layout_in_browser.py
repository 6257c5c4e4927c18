"""On phones, tablets and desks, nothing on a page lies on anything else or sticks out."""

import json
import shutil

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.workflows.report.pages import found

pytestmark = pytest.mark.long

WIDTHS = (390, 768, 1400)
NARROW_AND_WIDE = [390, pytest.param(768, marks=pytest.mark.slow), 1400]
PAGES = ("index", "micra", "alma", "overview", "theory", "claims", "made")
VIEWS = ("ends", "curves", "profiles", "map")
ADDRESS = "problem=sonar, ρ = 1&problem=other&learner=MICRA&learner=PerceptronWithMargin&part=0.9"


@pytest.fixture(params=WIDTHS)
def screen(request, browser):
    """Give the browser a screen of this width in pixels, and return the width."""
    size = {"width": request.param, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield request.param
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.fixture(scope="module")
def explored(folder, tmp_path_factory):
    """Return the page Explore with a second problem, and with negative and large margins."""
    copied = shutil.copytree(folder, tmp_path_factory.mktemp("explored") / "report")
    data = copied / "data" / "explore.js"
    content = json.loads(data.read_text().removeprefix("const EXPLORED = ").rstrip(";\n"))
    place = next(i for i, one in enumerate(content["problems"]) if one["name"] == "sonar, ρ = 1")
    content["problems"][place]["maximum"] = 0.00841
    content["problems"].append({"name": "other", "maximum": 0.5})
    own = [run for run in content["runs"] if run["problem"] == place]
    parts = (-25.0, -0.3, 0.4, 0.97, 0.9999, 0.999999)
    for i, run in enumerate(own):
        margin = 0.5 * parts[i % len(parts)]
        curve = [[10, 20, 1, margin / 2, 1.0], [1000, 2000, 9, margin, 0.6]]
        more = {"run": f"other-{i}", "problem": len(content["problems"]) - 1, "curve": curve}
        content["runs"].append(
            run | more | {"updates": 9e5 + 1e5 * i, "directional_margin": margin}
        )
    data.write_text(f"const EXPLORED = {json.dumps(content)};\n")
    return copied / "explore.html"


def shown(browser, address):
    """Open a page and wait until its plots are drawn with their final ticks."""
    browser.get("about:blank")
    browser.get(address)
    wait_for_ticks(browser)
    return browser


def wait_for_ticks(browser):
    drawn = "return !!window.Plotly && document.querySelectorAll('.plot .xtick text').length > 0"
    WebDriverWait(browser, 30).until(lambda b: b.execute_script(drawn))
    browser.execute_async_script("const done = arguments[0]; setTimeout(done, 300);")


@pytest.mark.parametrize("page", PAGES)
def test_no_block_of_a_page_lies_on_another_or_sticks_out(opened, screen, page):
    browser = opened(page)
    browser.execute_async_script(ALL_IMAGES)
    assert browser.execute_script(OVERFLOW) == []
    assert browser.execute_script(OVERLAPS, BLOCKS) == []


def test_a_figure_is_as_wide_as_the_screen_or_has_its_caption_beside_it(opened, screen):
    browser = opened("micra")
    browser.execute_async_script(ALL_IMAGES)
    figures = browser.execute_script(
        "const main = document.querySelector('main'), style = getComputedStyle(main);"
        "const room = main.clientWidth - 2 * parseFloat(style.paddingLeft);"
        "return [...document.querySelectorAll('figure')].map((one) => {"
        "  const image = one.querySelector('img').getBoundingClientRect();"
        "  const caption = one.querySelector('figcaption').getBoundingClientRect();"
        "  return [image.width / room, (caption.right - image.left) / room]; })"
    )
    assert figures
    for image, both in figures:
        assert (
            (image > 0.65 and both > 0.9) if screen == 1400 else image == pytest.approx(1, abs=0.01)
        )


@pytest.mark.parametrize("screen", NARROW_AND_WIDE, indirect=True)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_of_explore_has_room_for_all_its_parts(browser, explored, screen, view):
    shown(browser, f"{explored.as_uri()}#view={view}&{ADDRESS}")
    check_plots(browser)


@pytest.mark.parametrize("screen", NARROW_AND_WIDE[:2], indirect=True)
def test_the_view_can_be_switched(browser, explored, screen):
    shown(browser, f"{explored.as_uri()}#view=ends&{ADDRESS}")
    for view in (*VIEWS[1:], "ends"):
        Select(browser.find_element(By.NAME, "view")).select_by_value(view)
        wait_for_ticks(browser)
        check_plots(browser)


@pytest.mark.parametrize("y", ["missing", "part", "margin"])
def test_negative_values_have_ticks(browser, explored, y):
    shown(browser, f"{explored.as_uri()}#view=ends&y={y}&{ADDRESS}")
    labels = [label.text for label in found(browser, "#plots section:last-child .ytick text")]
    assert any(label.startswith("−") for label in labels), labels


def test_the_legend_hides_a_learner_and_shows_it_again(browser, explored):
    shown(browser, f"{explored.as_uri()}#view=ends&{ADDRESS}")
    before = len(found(browser, ".plot .points path"))
    for pressed, compare in (("false", int.__lt__), ("true", int.__eq__)):
        found(browser, "#legend button")[0].click()
        wait_for_ticks(browser)
        assert found(browser, "#legend button")[0].get_attribute("aria-pressed") == pressed
        assert compare(len(found(browser, ".plot .points path")), before)


def check_plots(browser):
    """Check the boxes of the page Explore, and of the labels in its plots."""
    assert browser.execute_script(OVERFLOW) == []
    assert (
        browser.execute_script(OVERLAPS, "#choice, #shown, #plots section, #legend, #numbers") == []
    )
    assert browser.execute_script(OVERLAPS, "#choice label") == []
    assert browser.execute_script(OVERLAPS, "#legend button") == []
    heights = browser.execute_script(
        "return [...document.querySelectorAll('.plot .nsewdrag')]"
        ".map((one) => one.getBoundingClientRect().height)"
    )
    assert min(heights) > 180 and max(heights) - min(heights) < 30
    for i in range(1, len(found(browser, ".plot")) + 1):
        plot = f"#plots section:nth-child({i})"
        texts = f"{plot} .xtick text, {plot} .ytick text, {plot} .xtitle, {plot} .ytitle"
        assert browser.execute_script(OVERLAPS, f"{texts}, {plot} h3") == []
        assert browser.execute_script(OVERLAPS, f"{plot} .textpoint text") == []
        assert browser.execute_script(OUTSIDE, plot, texts) == []
        for axis in ("xtick", "ytick"):
            assert len(found(browser, f"{plot} .{axis} text")) >= 3
    seen = browser.execute_script(
        "const summary = document.querySelector('#numbers summary');"
        "summary.scrollIntoView({ block: 'center' });"
        "const box = summary.getBoundingClientRect();"
        "return document.elementFromPoint(box.left + 30, box.top + box.height / 2) === summary"
    )
    assert seen  # nothing covers it


BLOCKS = (
    "main > *, main > section > *, figure > picture > img, figure > figcaption, .findings > article"
)
ALL_IMAGES = """
const done = arguments[0];
for (const image of document.images) image.loading = "eager";
Promise.allSettled([...document.images].map((image) => image.decode())).then(() => done());
"""
# Texts and blocks that are cut off or stick out of the page; what can be scrolled may.
OVERFLOW = """
const wide = document.documentElement.scrollWidth - innerWidth;
const out = [...document.querySelectorAll("main *")].filter((one) => {
  const box = one.getBoundingClientRect();
  return one.checkVisibility() && box.width && box.right > innerWidth + 1
    && !one.closest(".wide, pre, code, svg, select");
});
const names = out.map((one) => one.outerHTML.slice(0, 99));
return [...(wide > 1 ? [`the page, by ${wide}`] : []), ...names];
"""
# Pairs of elements of which neither contains the other and whose boxes share more than 2 pixels.
OVERLAPS = """
const boxes = [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height);
const name = (one) => `${one.tagName} ${one.id || one.textContent.trim().slice(0, 40)}`;
const pairs = [];
boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (wide > 2 && high > 2 && !one.contains(other) && !other.contains(one))
    pairs.push(`${name(one)} | ${name(other)}`);
}));
return pairs;
"""
# Texts of a plot that stick out of it.
OUTSIDE = """
const plot = document.querySelector(`${arguments[0]} .plot`).getBoundingClientRect();
return [...document.querySelectorAll(arguments[1])].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < plot.left - 1 || box.right > plot.right + 1 || box.bottom > plot.bottom + 1;
}).map((one) => one.textContent);
"""

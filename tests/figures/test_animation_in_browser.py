"""An animation works in headless Chromium, if Debian's packages are installed."""

import shutil

import pytest

from tests.figures.animations import animation

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

BROWSER, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not (BROWSER and DRIVER), reason="chromium and chromedriver are not installed"
    ),
]
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
MOTION = "prefers-reduced-motion"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_window_size(1280, 900)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Return (address, steps) of an animation."""
    folder = tmp_path_factory.mktemp("animation")
    _, steps = animation(folder, "AMIRA")
    return (folder / "page.html").as_uri(), steps


@pytest.fixture
def opened(browser, page):
    """Open the page, and check that it writes no message."""

    def open_page(motion="reduce"):
        features = [{"name": MOTION, "value": motion}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        browser.get(page[0])
        return browser

    yield open_page
    assert browser.get_log("browser") == []


def shown(browser):
    """Return what changes from step to step: caption, weight, pattern, curves."""
    weight, curve = (browser.find_element(By.ID, name) for name in ("weight", "margin"))
    ring = browser.find_element(By.ID, "presented")
    return (
        browser.find_element(By.ID, "caption").text,
        weight.get_attribute("style"),
        ring.get_attribute("transform"),
        curve.get_attribute("points"),
    )


def test_stepping_changes_the_picture_and_comes_back(opened, page):
    browser, captions = opened(), [step["caption"] for step in page[1]]
    forward, back = (browser.find_element(By.ID, name) for name in ("forward", "back"))
    seen = [shown(browser)]
    for _ in range(4):
        forward.click()
        seen.append(shown(browser))
    assert [one[0] for one in seen] == captions[:5]
    for part in zip(*seen[1:], strict=True):
        assert len(set(part)) == len(part)
    back.click()
    assert shown(browser) == seen[3]


def test_keys_and_slider_go_anywhere(opened, page):
    browser, captions = opened(), [step["caption"] for step in page[1]]
    body = browser.find_element(By.TAG_NAME, "body")
    for key, place in ((Keys.ARROW_RIGHT, 1), (Keys.END, -1), (Keys.ARROW_LEFT, -2)):
        body.send_keys(key)
        assert shown(browser)[0] == captions[place]
    slider = browser.find_element(By.ID, "step")
    slider.send_keys(Keys.HOME)
    slider.send_keys(Keys.ARROW_RIGHT)
    assert shown(browser)[0] == captions[1] and slider.get_attribute("value") == "1"


def test_it_plays_to_the_end_unless_motion_is_to_be_reduced(opened, page):
    browser = opened(motion="no-preference")
    play = browser.find_element(By.ID, "play")
    assert play.text == "Pause"
    play.send_keys(Keys.SPACE)
    assert play.text == "Play"
    browser.execute_script("document.getElementById('speed').value = 10")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.SPACE)
    WebDriverWait(browser, 20).until(lambda b: shown(b)[0] == page[1][-1]["caption"])
    assert play.text == "Play"
    assert opened().find_element(By.ID, "play").text == "Play"


def test_a_phone_has_the_pictures_below_each_other_and_nothing_beside_the_screen(opened):
    browser = opened()
    places = "return ['plane', 'chart'].map((id) => document.getElementById(id)"
    places += ".getBoundingClientRect()).map((box) => [box.left, box.top])"
    (_, top), (_, other_top) = browser.execute_script(places)
    assert top == pytest.approx(other_top, abs=2)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    (left, top), (other_left, other_top) = browser.execute_script(places)
    widths = "return [document.documentElement.scrollWidth, innerWidth]"
    needed, there = browser.execute_script(widths)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert left == pytest.approx(other_left, abs=2) and other_top > top + 200
    assert needed <= there

#!/usr/bin/env python3
"""Checks finished pages in a real browser.

`make pages` makes the pages and runs this. What a page must show is computed here from the JSON inside the page, independently of the page's script.
"""
import argparse
import base64
import json
import pathlib
import re
import sys
import time
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LARGEST = 2 * 1024 * 1024
WIDTHS = (360, 768, 1280)
SCHEMES = ("light", "dark")
OPTIONS = None


def start_browser():
    options = Options()
    options.binary_location = OPTIONS.chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking", "--disable-component-update"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # A dialog that a page opens stays open, so that the test notices it.
    options.set_capability("unhandledPromptBehavior", "ignore")
    return webdriver.Chrome(service=Service(OPTIONS.chromedriver), options=options)


def digits(text):
    """The numbers in a text whose digits are grouped by commas."""
    return [int(number.replace(",", "")) for number in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", text)]


def kept_moved(lines):
    """The indexes of rows that count: a moved row has up to two lines but is one row."""
    left = {line["left"]["key"] for line in lines if line.get("kind") == "moved" and line.get("left")}
    return {index for index, line in enumerate(lines) if "kind" in line
            and not (line["kind"] == "moved" and not line.get("left") and line["right"]["key"] in left)}


# Makes as many plain cells as some pages have, in a grid of their own, and lays them out.
REFERENCE = """
const start = performance.now();
const grid = document.createElement('div');
grid.style.cssText = 'display: grid; grid-template-columns: repeat(20, 4em)';
for (let number = 0; number < 20000; number += 1) {
  const cell = document.createElement('span');
  cell.className = 'reference';
  cell.textContent = `value ${number}`;
  grid.append(cell);
}
document.body.append(grid);
document.body.offsetHeight;
const took = performance.now() - start;
grid.remove();
document.body.offsetHeight;
return took;
"""

CONTRAST = """
// Every visible text whose contrast with what lies behind it is less than 4.5.
function parse(color) {
  const numbers = color.match(/[\\d.]+/g).map(Number);
  return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
}
const over = (top, alpha, bottom) => top.map((value, index) => value * alpha + bottom[index] * (1 - alpha));
function background(element) {
  const layers = [];
  for (let node = element; node; node = node.parentElement) {
    const { rgb, alpha } = parse(getComputedStyle(node).backgroundColor);
    if (alpha > 0) layers.push([rgb, alpha]);
    if (alpha === 1) break;
  }
  return layers.reverse().reduce((below, [rgb, alpha]) => over(rgb, alpha, below), [255, 255, 255]);
}
function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one, two) {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
const found = new Set();
let checked = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || element.closest("script, noscript, .unseen")) continue;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
  const range = document.createRange();
  range.selectNodeContents(walker.currentNode);
  const box = range.getBoundingClientRect();
  if (box.width < 2 || box.height < 2 || box.right < 0) continue;
  const style = getComputedStyle(element);
  const { rgb, alpha } = parse(style.color);
  const behind = background(element);
  const ratio = contrast(over(rgb, alpha, behind), behind);
  checked += 1;
  if (ratio < 4.5) found.add(`${ratio.toFixed(2)} ${element.tagName}.${element.className} ${style.color} on ${behind} ${walker.currentNode.data.slice(0, 30)}`);
}
for (const input of document.querySelectorAll("input[placeholder]")) {
  if (!input.checkVisibility()) continue;
  const ratio = contrast(parse(getComputedStyle(input, "::placeholder").color).rgb, background(input));
  if (ratio < 4.5) found.add(`${ratio.toFixed(2)} placeholder`);
}
return [checked, [...found]];
"""

NAMELESS = """
// Buttons, inputs and tabs without a name, and references to elements that aren't there.
const name = (element) => [element.getAttribute("aria-label"), element.textContent.trim(),
  ...[...(element.labels ?? [])].map((label) => label.textContent.trim())].find(Boolean);
const result = [];
for (const element of document.querySelectorAll("button, input, summary, [role=tab], a")) if (!name(element)) result.push(element.outerHTML.slice(0, 120));
for (const attribute of ["aria-labelledby", "aria-controls", "for", "aria-describedby"])
  for (const element of document.querySelectorAll(`[${attribute}]`))
    for (const id of element.getAttribute(attribute).split(" ")) if (!document.getElementById(id)) result.push(`${attribute}=${id}`);
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) result.push(`two elements have the id ${id}`);
return result;
"""


class PageTest(unittest.TestCase):
    """One page. Each test loads it anew."""
    path = None
    browser = None

    @classmethod
    def setUpClass(cls):
        text = cls.path.read_text("utf-8")
        start = text.index(">", text.index('id="data"')) + 1
        cls.data = json.loads(text[start:text.index("</script>", start)])
        cls.text = text

    def setUp(self):
        self.load()

    # -- Helpers

    def load(self, width=1280, scheme="light", height=900):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.emulate(scheme)
        self.browser.get(self.path.resolve().as_uri())

    def emulate(self, scheme, medium=""):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": medium, "features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def run_script(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def find(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def press(self, *keys):
        self.browser.switch_to.active_element.send_keys(*keys)

    def blur(self):
        self.run_script("document.activeElement?.blur()")

    def click(self, element):
        self.run_script("arguments[0].click()", element)

    def assert_takes_at_most(self, limit, milliseconds):
        """Compares a time with the one in which this browser, now, makes 20,000 plain cells: machines differ, and so do their hours."""
        reference = max(self.run_script(REFERENCE) for _ in range(2))
        if OPTIONS.verbose:
            print(f"\n{self.id()}: {milliseconds:.0f} ms, {milliseconds / reference:.2f} of {reference:.0f} ms; limit {limit}", file=sys.stderr)
        self.assertLessEqual(milliseconds / reference, limit)

    def different_orders(self):
        return [index for index, order in enumerate(self.data["orders"]) if not order["equal"]]

    def choose(self, index):
        tabs = self.find("[role=tab]")
        if tabs:
            self.click(tabs[index])

    def panel(self, index, selector=""):
        return self.find(f"#order-{index} {selector}")

    def count_text(self, index):
        return self.run_script("return arguments[0].textContent", self.panel(index, ".count")[0])

    def shown_lines(self, index):
        return self.run_script("return [...document.querySelectorAll(`#order-${arguments[0]} .list > .row`)].map((line) => Number(line.dataset.line))", index)

    def search(self, index, words):
        field = self.panel(index, "input[type=search]")[0]
        self.run_script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', { bubbles: true }))", field, words)
        time.sleep(0.4)

    def expect_rows(self, index, lines, passes, unfolds=True):
        """The rows that are shown are those that pass, and the count agrees. Without a filter, some equal rows are folded."""
        wanted = [number for number, line in enumerate(lines) if "kind" in line and passes(line) and (unfolds or not line.get("folded"))]
        counted = kept_moved(lines)
        self.assertEqual(digits(self.count_text(index))[0], len([number for number in wanted if number in counted]))
        shown = self.shown_lines(index)
        if len(lines) < 350:
            self.assertEqual(shown, wanted)
        else:
            # A page of lines has headings too.
            self.assertEqual(shown, wanted[:len(shown)])

    # -- Tests

    def test_file(self):
        self.assertLessEqual(self.path.stat().st_size, LARGEST)
        self.assertIn("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\"", self.text)
        for placeholder in ("STYLE", "SCRIPT"):
            self.assertNotIn(f"\n/*{placeholder}*/\n", self.text)
        self.assertEqual(self.text.count("</script>"), 2, "the data ended a script element")

    def test_quiet_console_and_network(self):
        self.browser.get_log("browser")
        self.browser.get_log("performance")
        self.load()
        for index in self.different_orders():
            self.choose(index)
            self.search(index, "a")
        self.assertEqual([entry for entry in self.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")], [])
        urls = set()
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.add(message["params"]["request"]["url"])
        self.assertLessEqual({url for url in urls if not url.startswith("data:")}, {self.path.resolve().as_uri()})

    def test_data_stay_text(self):
        allowed = {"A", "ARTICLE", "BDI", "BODY", "BUTTON", "CODE", "DD", "DETAILS", "DIV", "DL", "DT", "EM", "H1", "H2", "H3", "H4",
                   "H5", "HEAD", "HEADER", "HTML", "INPUT", "PRE", "TIME", "KBD", "LABEL", "LI", "LINK", "MAIN", "MARK", "META", "NOSCRIPT", "OL", "P",
                   "SCRIPT", "SECTION", "SPAN", "STRONG", "STYLE", "SUMMARY", "TABLE", "TBODY", "TD", "TH", "THEAD", "TITLE", "TR", "UL"}
        for index in range(len(self.data["orders"])):
            self.choose(index)
        self.assertLessEqual(set(self.run_script("return [...document.querySelectorAll('*')].map((element) => element.tagName)")), allowed)
        self.assertEqual(len(self.find("script")), 2)
        self.assertEqual(self.run_script("return [...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((name) => name.startsWith('on') || name === 'src')"), [])
        self.assertIn("no differences" if all(order["equal"] or all(cause["isAccepted"] for cause in order["causes"]) for order in self.data["orders"]) else "different lists", self.browser.title)
        self.assertNotRegex(self.browser.title, "[\u0000-\u001f\u202a-\u202e]")
        # Nothing invisible remains in what is shown, apart from joiners inside emoji and this page's narrow spaces.
        seen = self.run_script("return document.body.innerText")
        self.assertNotRegex(seen, "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]")
        loose = self.run_script("return [...document.querySelectorAll('bdi')].filter((e) => getComputedStyle(e).unicodeBidi !== 'isolate').length")
        self.assertEqual(loose, 0)
        title = self.run_script("return document.querySelector('h1').textContent")
        for name in self.data["tables"]:
            if not re.search(r"[^\x20-\x7e]", name):
                self.assertIn(name, title)
        with self.assertRaises(Exception):
            self.browser.switch_to.alert.text  # noqa: B018 (there is no dialog)

    def test_stores_have_names_and_addresses(self):
        title, facts = (self.run_script("return document.querySelector(arguments[0]).textContent", selector) for selector in ("h1", ".facts"))
        for store in self.data["stores"]:
            self.assertIn(store["name"], title)
            self.assertIn(store["address"], facts)

    def test_structure(self):
        self.assertEqual(len(self.find("main")), 1)
        self.assertEqual(len(self.find("h1")), 1)
        self.assertEqual(self.run_script("return document.documentElement.lang"), "en")
        self.assertEqual(len(self.find("noscript")), 1)
        for index in range(len(self.data["orders"])):
            self.choose(index)
            self.assertEqual(self.run_script(NAMELESS), [])
        levels = self.run_script("return [...document.querySelectorAll('h1,h2,h3,h4,h5')].map((e) => Number(e.tagName[1]))")
        for above, below in zip(levels, levels[1:]):
            self.assertLessEqual(below, above + 1, levels)
        if all(order["equal"] for order in self.data["orders"]):
            self.assertIn("No differences", self.run_script("return document.body.innerText"))
        self.press(Keys.TAB)
        self.blur()

    def test_summary(self):
        items = self.find(".summary li")
        self.assertEqual(len(items), len(self.data["orders"]))
        for item, order in zip(items, self.data["orders"]):
            accepted = order["causes"] and all(cause["isAccepted"] for cause in order["causes"])
            self.assertIn("Same" if order["equal"] else "Accepted" if accepted else "Different", item.text)
            self.assertIn(order["answer"][:40], self.run_script("return arguments[0].textContent", item))
            self.assertIn(order["explanation"], self.run_script("return arguments[0].textContent", item))

    def test_causes(self):
        for index in self.different_orders():
            self.choose(index)
            order = self.data["orders"][index]
            cards = self.panel(index, ".card")
            self.assertEqual(len(cards), len(order["causes"]))
            for card, cause in zip(cards, sorted(order["causes"], key=lambda cause: cause["isAccepted"])):
                if cause["rows"]:
                    self.assertIn(cause["rows"], digits(card.find_element(By.CSS_SELECTOR, ".extent").text))
                self.assertEqual(len(card.find_elements(By.CSS_SELECTOR, ".remedy em")), 0 if cause["isAccepted"] else 1)
                first = cause["first"]
                if first and all(first["codePoints"]) and first["codePoints"][0] != first["codePoints"][1]:
                    self.assertTrue(card.find_elements(By.CSS_SELECTOR, ".points .differs"))

    def test_chart(self):
        for index, order in enumerate(self.data["orders"]):
            self.choose(index)
            more = self.panel(index, ":not(.overview) > table.chart + button")
            while more and self.run_script("return !arguments[0].hidden", more[0]):
                self.click(more[0])
            rows = self.run_script("return [...document.querySelectorAll(`#order-${arguments[0]} .chart:not(.overview .chart) tbody tr`)].map((row) => [...row.querySelectorAll('.number')].map((cell) => cell.textContent))", index)
            self.assertEqual([[digits(cell)[0] for cell in row] for row in rows], [section["counts"] for section in order["chart"]])

    def test_filters(self):
        for index in self.different_orders():
            self.choose(index)
            order = self.data["orders"][index]
            lines = order["lines"]
            counted = kept_moved(lines)
            self.expect_rows(index, lines, lambda line: True, unfolds=False)
            groups = {group.get_attribute("aria-label"): group.find_elements(By.TAG_NAME, "button") for group in self.panel(index, ".filter-group")}
            by_cause = groups.get("Only rows with cause", [])
            causes = [number for number in range(len(order["causes"])) if any(number in line.get("causes", []) for line in lines)]
            self.assertEqual(len(by_cause), len(causes))
            for button, cause in zip(by_cause, causes):
                self.check_toggle(index, button, lines, counted, lambda line: cause in line.get("causes", []))
            by_column = groups.get("Only rows that differ in", [])
            columns = [entry["column"] for entry in order["differing"] if any(entry["column"] in line.get("cells", []) for line in lines)]
            self.assertEqual(len(by_column), len(columns))
            for button, column in zip(by_column, columns):
                self.check_toggle(index, button, lines, counted, lambda line: column in line.get("cells", []))
            by_kind = groups["Only rows of kind"]
            present = [kind for kind in ("same", "moved", "other", "otherKey", "onlyFirst", "onlySecond") if any(line.get("kind") == kind for line in lines)]
            self.assertEqual(len(by_kind), len(present))
            for button, kind in zip(by_kind, present):
                self.check_toggle(index, button, lines, counted, lambda line: line["kind"] == kind)
            only = self.panel(index, ".toolbar .toggle")[0]
            self.click(only)
            self.assertEqual(only.get_attribute("aria-pressed"), "true")
            self.expect_rows(index, lines, lambda line: line["kind"] != "same")
            # Two buttons of two groups together.
            if by_cause:
                self.click(by_cause[0])
                self.click(by_kind[-1])
                self.expect_rows(index, lines, lambda line: line["kind"] == present[-1] and line["kind"] != "same" and causes[0] in line.get("causes", []))
            clear = self.panel(index, ".filters > .link")[0]
            self.assertTrue(clear.is_displayed())
            self.click(clear)
            self.expect_rows(index, lines, lambda line: True, unfolds=False)
            self.assertFalse(clear.is_displayed())
            # The button on a cause's card.
            for card_button in self.panel(index, ".card > button")[:1]:
                self.click(card_button)
                self.expect_rows(index, lines, lambda line: causes[0] in line.get("causes", []))

    def check_toggle(self, index, button, lines, counted, passes):
        number = digits(self.run_script("return arguments[0].querySelector('.number').textContent", button))[0]
        self.assertEqual(number, sum(1 for place, line in enumerate(lines) if place in counted and passes(line)))
        self.assertEqual(button.get_attribute("aria-pressed"), "false")
        self.click(button)
        self.assertEqual(button.get_attribute("aria-pressed"), "true")
        self.expect_rows(index, lines, passes)
        self.click(button)
        self.assertEqual(button.get_attribute("aria-pressed"), "false")

    def test_search(self):
        for index in self.different_orders():
            self.choose(index)
            lines = self.data["orders"][index]["lines"]
            for words in ("ada", "COMPILERS", "1", "</SCRIPT>", "no such words anywhere"):
                def passes(line, words=words.lower()):
                    texts = [line.get("key")]
                    for side in ("left", "right"):
                        if line.get(side):
                            texts += [line[side]["key"], *line[side]["cells"]]
                    return any(words in text.lower() for text in texts if text)
                self.search(index, words)
                self.expect_rows(index, lines, passes)
                self.assertIn("hit", self.count_text(index))
                self.assertEqual(self.panel(index, ".nothing-found")[0].is_displayed(), not any("kind" in line and passes(line) for line in lines))
            self.search(index, "")
            self.blur()
            self.press("/")
            self.assertEqual(self.browser.switch_to.active_element.get_attribute("type"), "search")
            self.press("n")
            time.sleep(0.3)
            self.assertEqual(self.browser.switch_to.active_element.get_attribute("value"), "n")
            self.press(Keys.ESCAPE)
            time.sleep(0.3)
            self.assertEqual(self.panel(index, "input[type=search]")[0].get_attribute("value"), "")
            self.expect_rows(index, lines, lambda line: True, unfolds=False)
            self.press(Keys.ESCAPE)
            self.assertEqual(self.browser.switch_to.active_element.tag_name, "body")

    def test_search_says_what_it_cannot_see(self):
        for index in self.different_orders():
            self.choose(index)
            order = self.data["orders"][index]
            elsewhere = sum(line.get("gap", 0) for line in order["lines"])
            note = self.panel(index, ".unsearched")[0]
            self.assertFalse(note.is_displayed())
            self.search(index, "a")
            self.assertEqual(note.is_displayed(), elsewhere + order["leftOut"] > 0)
            if elsewhere:
                self.assertIn(elsewhere, digits(note.text))

    def test_gaps_open(self):
        for index in self.different_orders():
            self.choose(index)
            lines = self.data["orders"][index]["lines"]
            before = self.shown_lines(index)
            gaps = [gap for gap in self.panel(index, ".gap button")]
            if not gaps:
                continue
            left = digits(self.run_script("return arguments[0].closest('li').textContent", gaps[0]))[0]
            self.click(gaps[0])
            opened = [number for number in self.shown_lines(index) if number not in before]
            self.assertTrue(all(lines[number].get("folded") for number in opened))
            self.assertGreater(len(opened), 0)
            rest = [number for gap in self.panel(index, ".gap") for number in digits(gap.text)[:1]]
            self.assertTrue(len(opened) == left or left - len(opened) in rest)
            self.assertIn(self.browser.switch_to.active_element.get_attribute("data-line"), [str(number) for number in opened])

    def test_columns(self):
        for index in self.different_orders():
            self.choose(index)
            order = self.data["orders"][index]
            names = lambda: [text.lower() for text in self.run_script("return [...document.querySelectorAll(`#order-${arguments[0]} .list-head .side:first-child .cell`)].map((cell) => cell.textContent)", index)]
            column = lambda number: self.data["columns"][number].lower()
            wanted = [column(number) for number in dict.fromkeys([*self.data["keyColumns"], *[entry["column"] for entry in order["differing"]]])]
            if all(re.fullmatch(r"[\x20-\x7e]{1,60}", name) for name in wanted):
                self.assertEqual([name for name in names() if name != "key"][:len(wanted)], wanted)
            every = self.panel(index, ".all-columns")
            if every:
                self.assertLess(len(names()), len(self.data["columns"]))
                took = self.run_script("const start = performance.now(); arguments[0].click(); document.body.offsetHeight; return performance.now() - start", every[0])
                self.assert_takes_at_most(5, took)
                self.assertGreaterEqual(len(names()), len(self.data["columns"]))
            counts = self.run_script("return [...document.querySelectorAll(`#order-${arguments[0]} .overview tbody .number`)].map((cell) => cell.textContent)", index)
            self.assertEqual([digits(text)[0] for text in counts], [entry["rows"] for entry in order["differing"]])

    def test_cells_have_their_cause(self):
        for index in self.different_orders():
            self.choose(index)
            order = self.data["orders"][index]
            for line, names in self.run_script("return [...document.querySelectorAll(`#order-${arguments[0]} .cell.differs`)].slice(0, 60).map((cell) => [Number(cell.closest('li').dataset.line), cell.className])", index):
                causes = {f"cause-{cause % 8}" for cause in order["lines"][line]["causes"] if order["causes"][cause].get("column") is not None}
                shown = set(re.findall(r"cause-\d", names))
                self.assertLessEqual(shown, causes)
            for chip in self.panel(index, ".row .chip")[:5]:
                cause = int(re.search(r"cause-(\d)", chip.get_attribute("class"))[1])
                if len(order["causes"]) <= 8 and order["causes"][cause].get("column"):
                    self.assertIn(", column ", self.run_script("return arguments[0].textContent", chip))

    def test_map(self):
        for index in self.different_orders():
            self.choose(index)
            places = self.data["orders"][index]["places"]
            bars = self.panel(index, ".map .part")
            if not bars:
                continue
            self.assertEqual(len(bars), len(places))
            part = max(range(len(places)), key=lambda number: places[number])
            self.click(bars[part])
            line = self.panel(index, "[aria-current]")
            if self.data["orders"][index]["leftOut"] == 0:
                self.assertEqual(len(line), 1)

    def test_keys_stay_on_a_line(self):
        self.load(768)
        for index in self.different_orders():
            self.choose(index)
            heights = self.run_script("""return [...document.querySelectorAll(`#order-${arguments[0]} .list .cell.key .value`)].slice(0, 50)
                .map((value) => value.getBoundingClientRect().height)""", index)
            self.assertLessEqual(max(heights, default=1), 24)

    def test_printed_pages(self):
        for index in self.different_orders():
            differing = sum(1 for line in self.data["orders"][index]["lines"] if line.get("kind", "same") != "same")
            if index != 0 or not 400 <= differing <= 600:
                continue
            pdf = base64.b64decode(self.browser.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"])
            self.assertLessEqual(len(re.findall(rb"/Type /Page\b", pdf)), 10)

    def test_next_and_previous(self):
        for index in self.different_orders():
            self.choose(index)
            self.blur()
            lines = self.data["orders"][index]["lines"]
            stops = [number for number, line in enumerate(lines)
                     if ("kind" in line and line["kind"] != "same") or ("section" in line and line["section"][0] != line["section"][1])]
            for count, stop in enumerate(stops[:12]):
                self.press("nj"[count % 2])
                self.expect_current(index, stop, count, len(stops))
            if len(stops) < 3:
                continue
            self.press("p")
            self.expect_current(index, stops[min(12, len(stops)) - 2], min(12, len(stops)) - 2, len(stops))
            self.press("k")
            self.expect_current(index, stops[min(12, len(stops)) - 3], min(12, len(stops)) - 3, len(stops))
            # From the start upwards there is nothing, and the end is reached even if it isn't in the document yet.
            self.press(Keys.ESCAPE)
            self.assertEqual(self.panel(index, "[aria-current]"), [])
            previous, following = self.panel(index, ".steps button")
            self.click(previous)
            self.expect_current(index, stops[-1], len(stops) - 1, len(stops))
            self.click(following)
            self.assertIn("No difference below", self.panel(index, ".place")[0].text)
            self.click(previous)
            self.expect_current(index, stops[-2], len(stops) - 2, len(stops))
            # The keys can be switched off.
            self.click(self.panel(index, ".keys-switch")[0])
            self.press("p")
            self.expect_current(index, stops[-2], len(stops) - 2, len(stops))
            self.click(self.panel(index, ".keys-switch")[0])

    def expect_current(self, index, line, place, count):
        current = self.panel(index, "[aria-current]")
        self.assertEqual(len(current), 1)
        self.assertEqual(current[0].get_attribute("data-line"), str(line))
        self.assertEqual(self.browser.switch_to.active_element, current[0])
        top, bottom, hidden = self.run_script("""const box = arguments[0].getBoundingClientRect();
            return [box.top, box.bottom, arguments[0].closest('.frame').querySelector('.sticky').getBoundingClientRect().bottom]""", current[0])
        if bottom - top < 500:
            self.assertGreaterEqual(top, hidden - 1, "the marked line is under the toolbar")
            self.assertLessEqual(bottom, 901)
        self.assertEqual(digits(self.panel(index, ".place")[0].text), [place + 1, count])

    def test_moved_rows_lead_to_each_other(self):
        for index in self.different_orders():
            self.choose(index)
            lines = self.data["orders"][index]["lines"]
            buttons = self.panel(index, "button.target")[:5]
            for number in range(len(buttons)):
                button = self.panel(index, "button.target")[number]
                line = lines[int(self.run_script("return arguments[0].closest('li').dataset.line", button))]
                side, other = ("left", "right") if line.get("left") else ("right", "left")
                key = line[side]["key"]
                partner = [place for place, candidate in enumerate(lines) if candidate.get("kind") == "moved" and candidate.get(other) and candidate[other]["key"] == key][-1]
                text = self.run_script("return arguments[0].textContent", button)
                self.assertIn("→", text)
                self.assertEqual(digits(text)[0], lines[partner][other]["position"] + 1)
                self.click(button)
                self.assertEqual(self.panel(index, "[aria-current]")[0].get_attribute("data-line"), str(partner))
                self.load()
                self.choose(index)

    def test_pages_of_lines(self):
        for index in self.different_orders():
            self.choose(index)
            lines = self.data["orders"][index]["lines"]
            seen = self.shown_lines(index)
            for _ in range(100):
                later = self.panel(index, ".more")[1]
                if not later.is_displayed() or len(seen) > 3000:
                    break
                self.click(later)
                seen += self.shown_lines(index)
            else:
                self.fail("pages don't end")
            self.assertEqual(seen, [number for number, line in enumerate(lines) if "kind" in line and not line.get("folded")][:len(seen)])
            self.assertLessEqual(self.run_script("return document.querySelectorAll('.list > li').length"), 1000)

    def test_tabs_by_keyboard(self):
        tabs = self.find("[role=tab]")
        self.assertEqual(len(tabs), len(self.data["orders"]) if len(self.data["orders"]) > 1 else 0)
        if not tabs:
            return
        self.click(tabs[0])
        self.run_script("arguments[0].focus()", tabs[0])
        last = len(tabs) - 1
        for key, expected in ((Keys.ARROW_RIGHT, 1), (Keys.HOME, 0), (Keys.ARROW_LEFT, last), (Keys.END, last), (Keys.ARROW_RIGHT, 0), (Keys.ARROW_UP, last)):
            self.press(key)
            for index, tab in enumerate(tabs):
                chosen = index == expected
                self.assertEqual(tab.get_attribute("aria-selected"), "true" if chosen else "false")
                self.assertEqual(tab.get_attribute("tabindex"), "0" if chosen else "-1")
                self.assertEqual(self.find("#" + tab.get_attribute("aria-controls"))[0].is_displayed(), chosen)
            self.assertEqual(self.browser.switch_to.active_element, tabs[expected])
        links = self.find(".summary li button")
        self.click(links[0])
        self.assertEqual(tabs[0].get_attribute("aria-selected"), "true")

    def test_skip_link(self):
        self.press(Keys.TAB)
        active = self.browser.switch_to.active_element
        self.assertEqual(active.get_attribute("class"), "skip")
        self.assertGreaterEqual(active.rect["x"], 0)
        self.press(Keys.ENTER)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("id"), "content")

    def test_focus_is_visible(self):
        for _ in range(6):
            self.press(Keys.TAB)
            style = self.run_script("const s = getComputedStyle(document.activeElement); return [s.outlineStyle, parseFloat(s.outlineWidth)]")
            if self.browser.switch_to.active_element.tag_name != "body":
                self.assertNotEqual(style[0], "none")
                self.assertGreaterEqual(style[1], 1)

    def test_contrast(self):
        for scheme in SCHEMES:
            for width in (360, 1280):
                self.load(width, scheme)
                for index in range(len(self.data["orders"])):
                    self.choose(index)
                    for details in self.panel(index, "details.filters"):
                        self.run_script("arguments[0].open = true", details)
                    pressed = self.panel(index, ".toggle")
                    # Pressed buttons too; these show rows that differ.
                    for button in pressed[:1] + [button for button in pressed if button.text == "Differences only"]:
                        self.check_contrast(scheme, width)
                        self.click(button)
                    time.sleep(0.3)
                    self.check_contrast(scheme, width)

    def check_contrast(self, scheme, width):
        checked, found = self.run_script(CONTRAST)
        self.assertGreater(checked, 5)
        self.assertEqual(found, [], f"{scheme}, {width} pixels")

    def test_theme_button(self):
        self.assertEqual(self.run_script("return document.documentElement.dataset.theme"), "light")
        before = self.run_script("return getComputedStyle(document.body).backgroundColor")
        self.click(self.find(".theme")[0])
        time.sleep(0.3)
        self.assertNotEqual(self.run_script("return getComputedStyle(document.body).backgroundColor"), before)
        self.assertEqual(self.check_contrast("chosen dark", 1280), None)
        self.assertIn("Light", self.find(".theme")[0].text)

    def test_widths(self):
        for width in WIDTHS:
            self.load(width)
            for index in range(len(self.data["orders"])):
                self.choose(index)
                for details in self.panel(index, "details.filters"):
                    self.run_script("arguments[0].open = true", details)
                scroll, inner = self.run_script("return [document.documentElement.scrollWidth, innerWidth]")
                self.assertLessEqual(scroll, inner, width)
                # Nothing is cut off at the side either.
                outside = self.run_script("""const isClipped = (element) => element && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
                    return [...document.querySelectorAll('main *, header *')].filter((element) => element.checkVisibility() && !isClipped(element) && element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.outerHTML.slice(0, 100))""")
                self.assertEqual(outside, [], width)

    def test_narrow_rows_name_their_stores(self):
        self.load(360)
        for index in self.different_orders():
            self.choose(index)
            rows = self.panel(index, ".row:not(.kind-same)")[:3]
            for row in rows:
                for label in row.find_elements(By.CSS_SELECTOR, ".store-label"):
                    self.assertGreater(label.size["width"], 20)
                left, right = row.find_elements(By.CSS_SELECTOR, ".side")
                self.assertGreaterEqual(right.rect["y"], left.rect["y"] + left.rect["height"] - 1)

    def test_print(self):
        self.emulate("dark", "print")
        self.assertIn(self.run_script("return getComputedStyle(document.documentElement).getPropertyValue('--text').trim()"), ("#1a1f26",))
        self.assertFalse(any(element.is_displayed() for element in self.find(".toolbar, .tabs, .theme, .filters")))
        self.emulate("light")

    def test_speed(self):
        self.load()
        ready = self.run_script("const t = performance.getEntriesByType('navigation')[0]; return t.domContentLoadedEventEnd - t.responseEnd")
        self.assert_takes_at_most(10, ready)
        for index in self.different_orders():
            self.choose(index)
            took = self.run_script("""const start = performance.now();
                for (let count = 0; count < 5; count += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
                const field = document.querySelector(`#order-${arguments[0]} .toolbar .toggle`);
                field.click(); field.click();
                document.body.offsetHeight;
                return performance.now() - start""", index)
            self.assert_takes_at_most(10, took)

    def test_screenshots(self):
        if not OPTIONS.screenshots:
            self.skipTest("no folder given")
        folder = pathlib.Path(OPTIONS.screenshots)
        folder.mkdir(parents=True, exist_ok=True)
        for name, width in (("phone", 360), ("desktop", 1280)):
            for scheme in SCHEMES:
                self.load(width, scheme)
                height = min(5000, self.run_script("return document.documentElement.scrollHeight"))
                self.load(width, scheme, height)
                self.browser.save_screenshot(str(folder / f"{self.path.stem}-{name}-{scheme}.png"))
                if self.find(".frame"):
                    self.load(width, scheme, 1400)
                    self.blur()
                    self.press("n")
                    self.browser.save_screenshot(str(folder / f"{self.path.stem}-{name}-{scheme}-lists.png"))


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description="Checks finished pages in a real browser.")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--screenshots", metavar="FOLDER", help="save screenshots here")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--chromedriver", default="/usr/bin/chromedriver")
    parser.add_argument("--only", metavar="TEXT", default="", help="run only tests whose names contain this")
    parser.add_argument("-v", "--verbose", action="store_true")
    OPTIONS = parser.parse_args()
    browser = start_browser()
    try:
        suite = unittest.TestSuite()
        for path in OPTIONS.pages:
            case = type(f"Page_{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}", (PageTest,), {"path": path, "browser": browser})
            names = [name for name in unittest.defaultTestLoader.getTestCaseNames(case) if OPTIONS.only in name]
            suite.addTests(case(name) for name in names)
        result = unittest.TextTestRunner(verbosity=2 if OPTIONS.verbose else 1).run(suite)
    finally:
        browser.quit()
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()

"""A browser that looks at the desk, and watches all that its pages do."""

import os
import shutil
import sys
import unittest

from test_online import APPLE, ROOTS, Server, contents

BROWSERS = os.path.join(os.path.dirname(__file__), "..", "..", "scripts", "browsers.txt")
CHROMIUM = next(filter(None, map(shutil.which, contents(BROWSERS).decode().split())), None)
if CHROMIUM is None:
    said = "there is no Chromium: scripts/setup-chromium.sh installs it"
    sys.exit(said if os.environ.get("RECEIPT_REQUIRE_CHROMIUM") == "1" else print(f"skipped: {said}"))

from playwright.sync_api import sync_playwright  # noqa: E402

TEXT = contents(APPLE).decode()
LOOK = contents(os.path.join(os.path.dirname(__file__), "look_at_desk.js")).decode()

FOCUS = """() => {
  const e = document.activeElement, style = getComputedStyle(e);
  if (e === document.body) return null;
  const box = e.getBoundingClientRect();
  return { name: e.id || e.innerText || e.value || e.localName, top: box.top,
    isVisible: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    isInView: box.bottom > 0 && box.top < innerHeight };
}"""

STORED = """async () => [document.cookie, localStorage.length, sessionStorage.length,
  (await indexedDB.databases()).length, (await caches.keys()).length,
  (await navigator.serviceWorker.getRegistrations()).length]"""


class DeskCase(unittest.TestCase):
    options = ["--trust-root", ROOTS]

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options)
        cls.addClassCleanup(cls.server.stop)
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        # The superuser has no sandbox.
        cls.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def open(self, width=1200, script=True, **options):
        """The page before anything was sent. All that it does is watched until the end of the test."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, java_script_enabled=script, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        # A busy machine is slow; only what never comes fails.
        page.set_default_timeout(60_000)
        said, elsewhere, kept = [], [], []
        # A breach of the policy is told on the console.
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: request.url.startswith(self.server.address) or elsewhere.append(request.url))
        page.on("response", lambda answer: answer.request.is_navigation_request()
                and answer.headers.get("cache-control") != "no-store" and kept.append(answer.url))

        def nothing_else():
            self.assertEqual(([], [], []), ([one for one in said if "400 (Bad Request)" not in one], elsewhere, kept))
            self.assertEqual(page.evaluate(STORED), ["", 0, 0, 0, 0, 0])
            self.assertEqual(context.cookies(), [])

        self.addCleanup(nothing_else)
        page.goto(self.server.address)
        self.await_focus(page, "#text")
        return page

    def await_focus(self, page, selector):
        """Waits for a page. The focus comes when it can be seen, and its script may run later still."""
        page.wait_for_selector(f"{selector}:focus")
        page.wait_for_load_state()

    def press(self, page, button):
        """Presses a button that leads to an answer. Chromium complains of what is used before a page has its focus."""
        page.click(button)
        self.await_focus(page, ".answer")

    def explained(self, text=TEXT, **options):
        """The page that explains a text."""
        page = self.open(**options)
        page.fill("#text", text)
        self.press(page, "text=Explain")
        return page

    def chosen(self, *files, **options):
        """The page that explains files."""
        page = self.open(**options)
        page.set_input_files("#file", files)
        if "script" in options:
            page.click("text=Explain")
        self.await_focus(page, ".answer")
        return page

    def refused(self, **options):
        """The page that says what is wrong with an empty form."""
        page = self.open(**options)
        page.click("text=Explain")
        page.wait_for_selector("[role=alert]")
        self.await_focus(page, "#text")
        return page

    def tree(self, page):
        """What a screen reader is told: pairs of a role and a name."""
        nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", ""), {
            one["name"]: one["value"].get("value") for one in node.get("properties", [])})
            for node in nodes if not node["ignored"]]

"""Uses the desk in a real browser, as a support agent does: test_desk.py RECEIPT_ONLINE RECEIPT

It looks at the page on a telephone and on a screen, light, dark and on paper. It uses the page with keys alone, without
the script, and as a screen reader hears it. Every page is watched: it asks no other server, breaks no policy, and keeps
nothing.
"""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from desk_browser import FOCUS, LOOK, TEXT, DeskCase
from test_online import APPLE, FIXTURES, RECEIPT, ROOTS, command, contents

LAPSED = os.path.join(FIXTURES, "subscription-lapsed.receipt")


class LookTests(DeskCase):
    views = [{"width": width, "color_scheme": scheme} for width in [380, 1200] for scheme in ["light", "dark"]]

    def fits(self, page):
        self.assertEqual(page.evaluate(LOOK), [])
        page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
        self.assertEqual(page.evaluate(LOOK), [])

    def test_the_form(self):
        for view in self.views:
            self.fits(self.open(**view))

    def test_a_mistake(self):
        for view in self.views:
            page = self.refused(**view)
            self.assertIn("no receipt yet", page.inner_text("[role=alert]"))
            self.fits(page)

    def test_the_card(self):
        for view in self.views:
            for name in ["sandbox-subscription.b64", "refunded.receipt", "transaction.jws", "answer.json"]:
                self.fits(self.chosen(os.path.join(FIXTURES, name), **view))

    def test_texts_that_are_no_receipt(self):
        for view in self.views:
            self.fits(self.explained("W" * 3000, **view))

    def test_a_list(self):
        for view in self.views:
            self.fits(self.chosen(LAPSED, APPLE, ROOTS, **view))

    def test_paper(self):
        """The card is whole, and what can only be clicked is gone."""
        page = self.explained()
        page.emulate_media(media="print")
        self.assertEqual(page.locator("button:visible, input:visible, select:visible, form:visible").count(), 0)
        self.assertTrue(page.is_visible(".card") and page.is_visible(".reply"))
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            page.pdf(path=file.name, prefer_css_page_size=True)
            reader = os.path.join(os.path.dirname(__file__), "pdf_text.py")
            pages = json.loads(subprocess.check_output([sys.executable, reader, file.name]))
        for words in ["Genuine?", "Owned?", "Replytothecustomer"]:
            self.assertIn(words, pages[0])
        self.assertNotIn("Explain", "".join(pages))


class KeyboardTests(DeskCase):
    def stops(self, page, count):
        """What the Tab key reaches, one after the other."""
        found = []
        for _ in range(count):
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
            # Between the last and the first it leaves the page. A date has a stop for each of its numbers.
            if focus and (not found or found[-1]["name"] != focus["name"]):
                found.append(focus)
        for stop in found:
            self.assertTrue(stop["isVisible"], f"the focus on {stop['name']} cannot be seen")
            self.assertTrue(stop["isInView"], stop["name"])
        return [stop["name"] for stop in found]

    def test_the_form(self):
        self.assertEqual(self.stops(self.open(), 11), ["file", "folder", "at", "reply", "Explain", "Receipt desk", "text"])

    def test_a_receipt_by_keys_alone(self):
        page = self.open(permissions=["clipboard-read", "clipboard-write"])
        page.evaluate("text => navigator.clipboard.writeText(text)", TEXT)
        page.keyboard.press("Control+V")
        for _ in range(20):
            if page.evaluate(FOCUS)["name"] == "Explain":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        self.await_focus(page, ".answer")

    def test_the_answer(self):
        """After the answer come its parts, and then from the top what can be chosen."""
        stops = self.stops(self.explained(), 40)
        order = ["Copy", "All facts", "Fields", "Another receipt", "Download a copy without personal data",
                 "Receipt desk", "at", "reply", "Show", "It is locked", "I cannot cancel"]
        found = [name for name in stops[stops.index("Copy"):] if name in order]
        self.assertEqual(found[:len(order)], order)

    def test_enter_in_the_date_changes_the_date_alone(self):
        """A browser presses the first button of a form then."""
        page = self.explained()
        page.focus("#at")
        page.keyboard.type("02292024")
        self.assertEqual(page.input_value("#at"), "2024-02-29", "the page was sent before the year was written")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=judged at 2024-02-29")
        self.assertEqual(page.locator("[aria-pressed=true]").count(), 0)

    def test_arrows_in_a_choice(self):
        """They pass through languages that nobody wants to see."""
        page = self.explained()
        page.focus("#reply")
        for _ in range(2):
            page.keyboard.press("ArrowDown")
        self.assertEqual(page.input_value("#reply"), "es")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector(".reply[lang=es]")


class TreeTests(DeskCase):
    """What a screen reader says."""

    controls = {"button", "textbox", "combobox", "Date", "link", "DisclosureTriangle"}

    def sound(self, page):
        tree = self.tree(page)
        for role, name, _ in tree:
            if role in self.controls:
                self.assertTrue(name.strip(), f"a {role} has no name")
        levels = [properties["level"] for role, _, properties in tree if role == "heading"]
        self.assertEqual([level for level in levels if level == 1], levels[:1])
        for before, after in zip(levels, levels[1:]):
            self.assertLessEqual(after, before + 1, levels)
        for landmark in ["banner", "main", "contentinfo"]:
            self.assertEqual([role for role, _, _ in tree].count(landmark), 1, landmark)
        self.assertEqual(page.get_attribute("html", "lang"), "en")
        return [(role, name) for role, name, _ in tree]

    def test_the_form(self):
        tree = self.sound(self.open())
        for control in [("textbox", "Paste it here"), ("combobox", "Reply in"), ("button", "Explain")]:
            self.assertEqual(tree.count(control), 1, control)

    def test_a_mistake_is_announced(self):
        self.assertIn("alert", dict(self.sound(self.refused())))

    def test_the_answer_is_announced(self):
        """The title is read when the page comes, and the focus is on the answer."""
        page = self.explained()
        tree = self.sound(page)
        self.assertRegex(page.title(), "^vip: .* - Receipt desk$")
        for part in [("region", "What it says"), ("group", "The customer says"), ("button", "Copy")]:
            self.assertEqual(tree.count(part), 1, part)

    def test_a_list(self):
        page = self.chosen(LAPSED, APPLE)
        self.sound(page)
        self.assertRegex(page.title(), "^2 receipts - Receipt desk$")

    def test_that_it_was_copied_is_announced(self):
        page = self.explained(permissions=["clipboard-read", "clipboard-write"])
        page.click(".copy button")
        page.wait_for_selector("[role=status]:has-text('Copied')")
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), page.text_content(".reply"))


class WithoutScriptTests(DeskCase):
    def test_paste(self):
        page = self.explained(script=False)
        self.press(page, "text=It is locked")
        self.assertEqual(page.inner_text("[aria-pressed=true]"), "It is locked")
        page.fill("#at", "2024-02-29")
        page.select_option("#reply", "fr")
        self.press(page, "text=Show")
        self.assertEqual(page.get_attribute(".reply", "lang"), "fr")
        self.assertIn("judged at 2024-02-29", page.inner_text(".origin"))
        # The complaint stays.
        self.assertEqual(page.inner_text("[aria-pressed=true]"), "It is locked")
        self.assertEqual(page.locator(".copy").count(), 0)

    def test_files(self):
        self.assertFalse(self.open(script=False).is_visible("#folder"))
        for files in [[LAPSED], [LAPSED, APPLE]]:
            self.assertEqual(self.chosen(*files, script=False).locator(".card").count(), len(files))


class ScriptTests(DeskCase):
    def drop(self, page, paths):
        session = page.context.new_cdp_session(page)
        for kind in ["dragEnter", "dragOver", "drop"]:
            session.send("Input.dispatchDragEvent", {
                "type": kind, "x": 600, "y": 700,
                "data": {"items": [], "files": [os.path.abspath(path) for path in paths], "dragOperationsMask": 1}})

    def test_drop(self):
        page = self.open()
        self.drop(page, [LAPSED])
        self.await_focus(page, ".answer")
        self.assertIn("subscription-lapsed.receipt", page.inner_text(".origin"))
        # The next receipts come instead of this one.
        self.drop(page, [APPLE, ROOTS])
        page.wait_for_selector("text=2 receipts")
        self.assertNotIn("lapsed", page.content())

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        within = pathlib.Path(folder.name, "shop", "old")
        within.mkdir(parents=True)
        shutil.copy(LAPSED, within)
        shutil.copy(APPLE, within.parent)
        return within.parent

    def test_a_folder(self):
        page = self.open()
        page.set_input_files("#folder", self.folder())
        self.await_focus(page, ".answer")
        self.assertEqual(page.locator(".card").count(), 2)
        self.assertIn("shop/old/subscription-lapsed.receipt", page.inner_text("nav >> nth=0"))
        page = self.open()
        self.drop(page, [self.folder()])
        self.await_focus(page, ".answer")
        self.assertEqual(page.locator(".card").count(), 2)

    def test_a_file_is_chosen(self):
        """Nothing else needs to be clicked, and what was pasted before counts too."""
        page = self.open()
        page.fill("#text", TEXT)
        page.set_input_files("#file", LAPSED)
        page.wait_for_selector(".card")
        self.assertEqual(page.locator(".card").count(), 2)

    def test_choices(self):
        page = self.chosen(LAPSED)
        seen = {before := page.inner_text(".do")}
        for name in ["It is locked", "I want a refund", "I was charged", "Restoring fails", "I cannot cancel"]:
            self.press(page, f"button:has-text('{name}')")
            self.assertEqual(page.inner_text("[aria-pressed=true]"), name)
            seen.add(page.inner_text(".do"))
        # That it is locked is what is assumed before.
        self.assertEqual(len(seen), 5)
        # The same button takes it back.
        self.press(page, "[aria-pressed=true]")
        self.assertEqual(page.locator("[aria-pressed=true]").count(), 0)
        self.assertEqual(page.inner_text(".do"), before)
        # Another choice shows at once too, by the script.
        page.click("#reply")
        page.select_option("#reply", "de")
        page.wait_for_selector(".reply[lang=de]")

    def test_a_redacted_copy(self):
        page = self.explained()
        with page.expect_download() as download:
            page.click("text=Download a copy without personal data")
        copy = contents(download.value.path())
        receipts = [json.loads(command("decode", "--format=json", data=data).stdout)["receipt"]
                    for data in (TEXT.encode(), copy)]
        names = ["transaction_id", "original_transaction_id", "web_order_line_item_id"]
        before, after = ([str(one[name]) for one in receipt["in_app"] for name in names if name in one]
                         for receipt in receipts)
        self.assertEqual(len(before), len(after))
        for name in before:
            self.assertNotIn(name.encode(), copy + base64.b64decode(copy))


class ChooserTests(DeskCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.options = ["--trust-root", ROOTS]
        for name in ["tea", "coffee"]:
            path = os.path.join(folder.name, f"{name}.yml")
            pathlib.Path(path).write_text(f"bundle-id: com.example.{name}\nproducts: {{com.example.pro: The {name}}}\n")
            cls.options += ["--settings", path]
        super().setUpClass()

    def test_a_receipt_that_fits_none(self):
        spec = b"receipt: {bundle_id: com.example.milk, in_app: [{product_id: com.example.pro}]}"
        made = subprocess.run([RECEIPT, "make", "-"], input=spec, capture_output=True, check=True).stdout
        page = self.explained(base64.b64encode(made).decode())
        self.assertIn("for none of the apps", page.inner_text(".mistake"))
        self.assertEqual(page.evaluate(LOOK), [])
        page.click("#app")
        page.select_option("#app", label="com.example.coffee")
        page.wait_for_selector("text=The coffee")
        self.assertEqual(page.locator(".mistake").count(), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])

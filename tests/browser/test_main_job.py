"""The main job, end to end: what a player comes for, in a real browser on a real server."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect
from pypdf import PdfReader

from records.printing.geometry import WIDTH, figure
from records.printing.printable import PAPERS
from records.printing.sheet_page import FOOTER, MARGIN
from records.rules import Unit, decode
from tests.server import LedgerServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

DPI = 200
UNSETTLED = ".htmx-settling, .htmx-swapping, .htmx-added"
BLUEPRINT = """
import json
from records.models import RecordSheet
print(json.dumps(RecordSheet.objects.get(pk={pk}).unit.blueprint))
"""


class Table:
    """What a player does on the sheet's page, in the player's words."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def points(self, location: str, kind: str) -> int:
        """Points left of ``armour``, ``rear`` or ``structure`` as the page shows them."""
        return int(self.page.locator(f"#at-{location} .section-{kind} .section-head b").inner_text())

    def hit(self, location: str, points: int) -> None:
        """Two taps: the location, then the number."""
        self.page.locator(f"#hit-{location}").click()
        self.page.locator(f"#keypad .keys.all button[value='{points}']").click()
        self.page.wait_for_selector("#keypad", state="detached")
        self._settled()

    def _settled(self) -> None:
        """What the answer brought stands as it will stay: htmx gives what has a name its new classes a moment later."""
        self.page.wait_for_selector(UNSETTLED, state="detached")

    def owed(self) -> list[str]:
        """The kinds of roll on the cards."""
        return self.page.locator(".owed-card h3").all_inner_texts()

    def answer(self, name: str, *dice: int) -> None:
        """Tap table dice on the first card of that name: the last one enters them. With no dice, let the app throw."""
        card = self.page.locator(".owed-card", has=self.page.get_by_role("heading", name=name)).first
        number = card.get_attribute("id")
        for pad, face in enumerate(dice):
            card.locator(".die-pad").nth(pad).locator("label.die").nth(face - 1).click()
        if not dice:
            card.get_by_role("button", name="Roll for me").click()
        self.page.wait_for_selector(f"#{number}", state="detached")
        self._settled()

    def settle(self) -> None:
        """Let the app throw whatever is owed until nothing is."""
        for _roll in range(60):
            if not (owed := self.owed()):
                return
            self.answer(owed[0])
        raise AssertionError(f"still owed after sixty rolls: {self.owed()}")

    def marks(self) -> dict[str, tuple[int, ...]]:
        """All points on the sheet by location."""
        found = {}
        for section in self.page.locator(".loc").all():
            code = section.get_attribute("data-location") or ""
            found[code] = tuple(int(n) for n in section.locator(".section-head b").all_inner_texts())
        return found

    def log(self) -> str:
        """The log's words."""
        return self.page.locator("#pane-log").inner_text()

    @property
    def heat(self) -> int:
        """Where the heat scale stands."""
        return int(self.page.locator("#heat .heat-now b").first.inner_text())


def colour_at(picture: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """The darkest pixel within a third of a millimetre of a point in mm."""
    scale = DPI / 25.4
    around = [
        picture.getpixel((round(x * scale) + dx, round(y * scale) + dy)) for dx in (-2, 0, 2) for dy in (-2, 0, 2)
    ]
    return min(around, key=sum)  # type: ignore[type-var, return-value]


def crossed(picture: Image.Image, unit: Unit, location: str, kind: str) -> int:
    """How many pips of a location are crossed on the printed A4 page: ink in the middle of the pip."""
    width, height = PAPERS["a4"]
    drawing = figure(unit)
    panel = drawing.panel(location)
    pips = next(section for section in panel.sections if section.kind == kind)
    left, top = (width - WIDTH) / 2 + panel.x, height - MARGIN - FOOTER - drawing.height + panel.y
    return sum(sum(colour_at(picture, left + x, top + y)) < 450 for x, y in pips.points)


def open_demo_sheet(page: Page, name: str) -> str:
    """From the first page into the demo battle and onto a sheet; returns its address."""
    page.get_by_role("link", name=re.compile("Continue turn")).click()
    page.get_by_role("link", name=re.compile(name)).first.click()
    page.wait_for_selector("#bar")
    return page.url


@pytest.fixture
def picture_of(tmp_path: Path) -> Callable[[bytes], Image.Image]:
    """The first page of a PDF as a picture."""

    def draw(pdf: bytes) -> Image.Image:
        (tmp_path / "sheet.pdf").write_bytes(pdf)
        subprocess.run(
            ["pdftoppm", "-r", str(DPI), "-png", "-singlefile", tmp_path / "sheet.pdf", tmp_path / "sheet"], check=True
        )
        return Image.open(tmp_path / "sheet.png").convert("RGB")

    return draw


def test_the_main_job(owner_page: Page, server: LedgerServer, picture_of: Callable[[bytes], Image.Image]) -> None:
    page, table = owner_page, Table(owner_page)
    address = open_demo_sheet(page, "Atlas")
    number = int(address.rstrip("/").rpartition("/")[2])
    unit = decode(Unit, json.loads(server.manage("shell", "--no-imports", "-c", BLUEPRINT.format(pk=number)).stdout))
    table.settle()

    # Three hits on the left arm: armour, then structure with a critical, then the arm is gone and the rest goes inward.
    armour, structure = table.points("LA", "armour"), table.points("LA", "structure")
    torso = table.points("LT", "armour")
    table.hit("LA", 20)
    assert table.points("LA", "armour") == armour - 20
    table.hit("LA", 20)
    assert (table.points("LA", "armour"), table.points("LA", "structure")) == (0, structure - (40 - armour))
    table.answer("Critical check", 4, 4)
    table.answer("Critical slot", 1, 6)
    assert page.locator("#at-LA .slot-fresh, #at-LA .slot-hit").count() == 1
    table.hit("LA", 20)
    assert page.locator("#at-LA.is-lost").count() == 1
    assert table.points("LT", "armour") == torso - (20 - (structure - (40 - armour)))
    table.settle()

    # More heat than it can sink, and the turn ends.
    for weapon in page.locator("#weapons input[type='checkbox']").all():
        weapon.check()
    page.get_by_role("button", name=re.compile("^Fire")).click()
    expect(page.locator("#weapons input[type='checkbox']:checked")).to_have_count(0)
    page.locator("#end-turn").click()
    expect(page.locator("#bar").get_by_text("turn 4").or_(page.locator(".owed-card").first).first).to_be_visible()
    table.settle()
    assert "turn 4" in page.locator("#bar").inner_text()
    assert table.heat > 0

    # One entry too many is taken back, and leaves everything as it was.
    before = table.marks()
    table.hit("RT", 5)
    assert table.marks() != before
    page.locator("#undo").click()
    expect(page.locator("#at-RT .section-armour .section-head b")).to_have_text(str(before["RT"][0]))
    assert table.marks() == before

    # The sheet is printed as it stands: its words can be read, its pips are crossed.
    heat = table.heat
    page.get_by_role("button", name="Print").click()
    page.wait_for_selector("a[href$='?download']", timeout=60_000)
    href = page.locator("a[href$='?download']").get_attribute("href")
    pdf = page.request.get(server.url + str(href)).body()
    text = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    assert "Atlas" in text and "AS7-D" in text
    assert re.search(rf"heat\s+{heat}\b", text, re.IGNORECASE)
    picture = picture_of(pdf)
    for location in ("LT", "CT", "HD", "RL"):
        assert crossed(picture, unit, location, "armour") == unit.armour[location] - before[location][0], location
    assert crossed(picture, unit, "LA", "structure") == unit.structure["LA"]

    # The server goes down and comes back: everything is where it was.
    page.goto(address)
    log = table.log()
    server.restart()
    page.goto(address)
    assert table.marks() == before
    assert table.heat == heat
    assert table.log() == log

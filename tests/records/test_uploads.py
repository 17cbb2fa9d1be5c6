"""Uploads: each file for itself, a limit for each account, and taking designs out again."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from records.models import RecordSheet, Unit
from records.services import importing, units
from tests import factory
from tests.formats.texts import mtf

pytestmark = pytest.mark.django_db


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def heron(model: str, **headers: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(f"{model}.mtf", mtf(headers, name=("Heron", model)).encode())


def upload(client: Client, *files: SimpleUploadedFile) -> Any:
    return client.post(reverse("upload_units"), {"unit_files": list(files)})


@pytest.fixture
def uploader(client: Client) -> Client:
    client.force_login(factory.make_user("uma", first_name="Uma"))
    return client


def test_a_good_file_beside_bad_ones_is_saved_and_each_bad_one_says_why(uploader: Client) -> None:
    bad = SimpleUploadedFile("digits.mtf", mtf({"Era": "305²"}).encode())
    empty = SimpleUploadedFile("empty.mtf", b"")
    page = upload(uploader, bad, heron("HRN-1A"), empty, heron("HRN-2B")).content.decode()
    assert set(Unit.objects.values_list("model", flat=True)) == {"HRN-1A", "HRN-2B"}
    assert "<strong>digits.mtf</strong>: “305²” stands after Era" in page
    assert "<strong>empty.mtf</strong>: empty." in page


def test_a_fault_of_the_reader_is_one_files_alone(uploader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    read = importing.read_mtf

    def broken(text: str) -> Any:
        if "HRN-2B" in text:
            raise KeyError("a fault")
        return read(text)

    monkeypatch.setattr(importing, "read_mtf", broken)
    page = upload(uploader, heron("HRN-1A"), heron("HRN-2B"), heron("HRN-3C")).content.decode()
    assert set(Unit.objects.values_list("model", flat=True)) == {"HRN-1A", "HRN-3C"}
    assert "<strong>HRN-2B.mtf</strong>: not read because of a fault in this app" in page


def test_a_design_that_cannot_be_saved_takes_no_other_with_it(
    uploader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = units.columns

    def broken(incoming: Any, **more: Any) -> Any:
        if incoming.design.model == "HRN-2B":
            raise ZeroDivisionError
        return columns(incoming, **more)

    monkeypatch.setattr(units, "columns", broken)
    report = upload(uploader, heron("HRN-1A"), heron("HRN-2B"), heron("HRN-3C")).context["report"]
    assert set(Unit.objects.values_list("model", flat=True)) == {"HRN-1A", "HRN-3C"}
    assert [(one.name, one.code) for one in report.rejected] == [("HRN-2B.mtf", "not-understood")]
    assert report.imported == ["HRN-1A.mtf", "HRN-3C.mtf"]


def test_a_damaged_member_of_a_zip_takes_no_other_with_it(uploader: Client) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for model in ("HRN-1A", "HRN-2B", "HRN-3C"):
            archive.writestr(f"{model}.mtf", mtf(name=("Heron", model)))
    data = packed.getvalue()
    at = data.index(b"HRN-2B.mtf") - 30  # the second member's own header
    damaged = data[:at] + b"\x00" * 30 + data[at + 30 :]
    report = upload(uploader, SimpleUploadedFile("pack.zip", damaged)).context["report"]
    assert set(Unit.objects.values_list("model", flat=True)) == {"HRN-1A", "HRN-3C"}
    assert [one.code for one in report.rejected] == ["damaged-member"]


def test_an_account_may_upload_so_many_designs_and_who_runs_the_server_any(uploader: Client, settings: Any) -> None:
    settings.MOST_UPLOADED_DESIGNS = 2
    report = upload(uploader, *(heron(f"HRN-{number}") for number in range(4))).context["report"]
    assert report.imported == ["HRN-0.mtf", "HRN-1.mtf"]
    assert [(one.name, one.code) for one in report.rejected] == [
        ("HRN-2.mtf", "too-many-designs"), ("HRN-3.mtf", "too-many-designs"),
    ]  # fmt: skip
    assert "an account may have 2 designs" in report.rejected[0].reason
    # What is there already, and a better file of one's own, take no further place.
    report = upload(uploader, heron("HRN-0"), heron("HRN-1", Era="3040")).context["report"]
    assert (report.unchanged, report.updated) == (["HRN-0.mtf"], ["HRN-1.mtf"])
    page = uploader.get("/catalogue/upload/").content.decode()
    assert "An account may have 2 designs in the catalogue; you have 2." in page
    staff = client_of(factory.make_user(is_staff=True))
    assert len(upload(staff, *(heron(f"HRN-{number}") for number in range(5, 9))).context["report"].imported) == 4


def test_the_limit_counts_after_a_design_is_removed(uploader: Client, settings: Any) -> None:
    settings.MOST_UPLOADED_DESIGNS = 1
    upload(uploader, heron("HRN-1"))
    remove(uploader, "heron-hrn-1")
    assert upload(uploader, heron("HRN-2")).context["report"].imported == ["HRN-2.mtf"]


def remove(client: Client, *slugs: str) -> Any:
    return client.post(reverse("unit_remove"), {"unit": slugs, "key": str(factory.key())}, follow=True)


def test_who_uploaded_a_design_removes_it_after_being_asked(uploader: Client) -> None:
    upload(uploader, heron("HRN-1"), heron("HRN-2"))
    page = uploader.get("/catalogue/heron-hrn-1/").content.decode()
    assert "uploaded by Uma" in page and "/catalogue/remove/?unit=heron-hrn-1" in page
    asked = uploader.get("/catalogue/remove/?unit=heron-hrn-1").content.decode()
    assert "Remove this design for everybody?" in asked and Unit.objects.count() == 2
    done = remove(uploader, "heron-hrn-1")
    assert "Heron HRN-1 is removed." in done.content.decode()
    assert Unit.objects.get().model == "HRN-2"
    again = remove(uploader, "heron-hrn-1")
    assert again.status_code == 422 and "not in the catalogue any more" in again.content.decode()


def test_nobody_else_removes_it_but_who_runs_the_server(uploader: Client) -> None:
    upload(uploader, heron("HRN-1"))
    other = client_of(factory.make_user())
    assert "/catalogue/remove/" not in other.get("/catalogue/heron-hrn-1/").content.decode()
    assert other.get("/catalogue/remove/?unit=heron-hrn-1").status_code == 403
    assert remove(other, "heron-hrn-1").status_code == 403
    assert remove(Client(), "heron-hrn-1").redirect_chain[0][0].startswith("/sign-in/")
    assert Unit.objects.count() == 1
    staff = client_of(factory.make_user(is_staff=True))
    assert "Heron HRN-1" in staff.get("/catalogue/uploads/?of=all").content.decode()
    assert "Heron HRN-1" not in other.get("/catalogue/uploads/?of=all").content.decode()
    assert remove(staff, "heron-hrn-1").status_code == 200
    assert Unit.objects.count() == 0


def test_a_design_in_use_stays_and_the_page_says_where_it_is_used(uploader: Client) -> None:
    upload(uploader, heron("HRN-1"), heron("HRN-2"))
    used = Unit.objects.get(model="HRN-1")
    factory.make_sheet(unit=used)
    campaign = factory.make_campaign(name="Sarna March")
    factory.join(campaign, "player", used.uploader)
    factory.make_machine(campaign, unit=used)
    page = uploader.get("/catalogue/remove/?unit=heron-hrn-1").content.decode()
    assert "Sarna March" in page and "1 sheet of other people" in page
    assert 'type="submit">Remove' not in page
    refused = remove(uploader, "heron-hrn-1")
    assert refused.status_code == 422 and Unit.objects.count() == 2
    both = remove(uploader, "heron-hrn-1", "heron-hrn-2").content.decode()
    assert "Heron HRN-2 is removed." in both and "The others stay" in both
    assert list(Unit.objects.values_list("model", flat=True)) == ["HRN-1"]
    assert RecordSheet.objects.count() == 2


def test_the_design_whose_place_it_had_taken_is_offered_again(uploader: Client) -> None:
    upload(uploader, heron("HRN-1"))
    factory.make_sheet(unit=Unit.objects.get())
    assert upload(uploader, heron("HRN-1", Era="3060")).context["report"].updated == ["HRN-1.mtf"]
    newer = Unit.objects.get(superseded=False)
    assert newer.year == 3060
    remove(uploader, newer.slug)
    assert [(unit.year, unit.superseded) for unit in Unit.objects.all()] == [(3030, False)]


def test_a_design_called_like_a_page_of_the_catalogue_gets_an_address_of_its_own(uploader: Client) -> None:
    upload(uploader, SimpleUploadedFile("r.mtf", mtf(name=("Remove", "")).encode()))
    assert Unit.objects.get().slug == "remove-2"

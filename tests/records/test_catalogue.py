"""The catalogue's pages: what is found, what is shown, who may look."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from records.models import RecordSheet, Unit
from records.selectors.eras import ERAS, era_of
from tests.factory import make_campaign, make_design, make_unit, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(client: Client) -> Client:
    client.force_login(make_user())
    return client


def found(client: Client, **query: str) -> set[str]:
    """The names listed for a search."""
    answer = client.get(reverse("catalogue"), query)
    assert answer.status_code == 200
    return {unit.name for unit in answer.context["page"]}


@pytest.fixture
def shelf() -> None:
    """A Clan OmniMech, a light scout, a quad and a jumping Inner Sphere 'Mech."""
    clan = make_unit("Timber Wolf", "Prime", tech_base="Clan", tons=75, year=2945, walk=5, run=8, jump=0, omni=True)
    Unit.objects.filter(pk=clan.pk).update(omni=True, search_text="timber wolf mad cat prime")
    make_unit("Locust", "LCT-1V", tons=20, year=2499, walk=8, run=12, jump=0, role="Scout")
    make_unit("Scorpion", "SCP-1N", tons=55, year=2570, walk=6, run=9, jump=0, config="Quad")
    make_unit("Griffin", "GRF-1N", tons=55, year=2492, walk=5, run=8, jump=5)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"q": "wolf timber"}, {"Timber Wolf Prime"}),
        ({"q": "MAD cat"}, {"Timber Wolf Prime"}),
        ({"weight": "light"}, {"Locust LCT-1V"}),
        ({"tons_from": "55", "tons_to": "60"}, {"Scorpion SCP-1N", "Griffin GRF-1N"}),
        ({"tech": "clan"}, {"Timber Wolf Prime"}),
        ({"era": "late-succession-wars"}, {"Timber Wolf Prime"}),
        ({"by_year": "2500"}, {"Locust LCT-1V", "Griffin GRF-1N"}),
        ({"role": "Scout"}, {"Locust LCT-1V"}),
        ({"config": "Quad"}, {"Scorpion SCP-1N"}),
        ({"jump": "5"}, {"Griffin GRF-1N"}),
        ({"walk": "6", "q": "s"}, {"Locust LCT-1V", "Scorpion SCP-1N"}),
        ({"omni": "on"}, {"Timber Wolf Prime"}),
        ({"q": "no such machine"}, set()),
    ],
)
@pytest.mark.usefixtures("shelf")
def test_a_search_finds_what_fits_all_that_is_asked(reader: Client, query: dict[str, str], names: set[str]) -> None:
    assert found(reader, **query) == names


@pytest.mark.usefixtures("shelf")
def test_a_filter_that_makes_no_sense_is_named_and_the_others_still_count(reader: Client) -> None:
    answer = reader.get(reverse("catalogue"), {"tons_from": "minus ten", "q": "griffin"})
    assert [unit.chassis for unit in answer.context["page"]] == ["Griffin"]
    assert "Enter a whole number" in answer.content.decode()


def test_a_long_catalogue_comes_in_pages_that_keep_the_search(reader: Client) -> None:
    for _unit in range(45):
        make_unit("Wasp")
    answer = reader.get(reverse("catalogue"), {"q": "wasp", "page": "2"})
    assert len(answer.context["page"]) == 5
    assert "q=wasp" in answer.content.decode()


@pytest.mark.usefixtures("shelf")
def test_htmx_gets_the_list_alone(reader: Client) -> None:
    page = reader.get(reverse("catalogue"), {"q": "locust"}, headers={"HX-Request": "true"}).content.decode()
    assert "Locust" in page
    assert "<html" not in page


def test_an_empty_catalogue_says_what_to_do_first(reader: Client) -> None:
    assert reverse("upload_units") in reader.get(reverse("catalogue")).content.decode()


def test_a_superseded_design_is_not_offered_but_its_page_stays(reader: Client) -> None:
    old = make_unit("Atlas", "AS7-D")
    Unit.objects.filter(pk=old.pk).update(superseded=True)
    assert found(reader, q="atlas") == set()
    assert "newer file" in reader.get(old.get_absolute_url()).content.decode()


def test_the_page_of_a_superseded_design_leads_to_the_newer_one_and_opens_its_sheets(reader: Client) -> None:
    old = make_unit("Atlas", "AS7-D")
    Unit.objects.filter(pk=old.pk).update(superseded=True, slug="atlas-as7-d-old")
    old.refresh_from_db()
    new = make_unit("Atlas", "AS7-D")
    page = reader.get(old.get_absolute_url()).content.decode()
    assert f'href="{new.get_absolute_url()}"' in page
    assert f'name="unit" value="{new.slug}"' in page
    opened = reader.post(reverse("open_sheet"), {"unit": old.slug, "key": "7d4f5f6e-3a60-4d0c-9f43-0a8f6a3f6f10"})
    assert opened.status_code == 302
    assert RecordSheet.objects.get().unit == new


def test_a_unit_page_shows_weapons_with_ranges_points_and_critical_slots(reader: Client) -> None:
    unit = make_unit("Testbed", "TB-7")
    page = reader.get(unit.get_absolute_url())
    text = page.content.decode()
    design = page.context["design"]
    assert {(row.count, row.item.name, row.location) for row in design.weapons} == {
        (1, "Medium Laser", "RA"),
        (1, "Medium Laser", "LA"),
        (1, "AC/5", "RT"),
    }
    assert dict(design.criticals)["CT"][:4] == ["Engine", "Engine", "Engine", "Gyro"]
    assert "AC/5" in text and "Upper Arm" in text
    assert sum(row.armour + (row.rear or 0) for row in design.points) == make_design().total_armour


def test_a_unit_can_be_put_on_a_sheet_of_ones_own_and_in_every_campaign_one_runs(client: Client) -> None:
    person = make_user()
    campaign = make_campaign(person, name="Sarna March")
    make_campaign(name="Somebody else's war")
    client.force_login(person)
    page = client.get(make_unit().get_absolute_url())
    assert page.context["destinations"][0].url == reverse("open_sheet")
    groups = {place.group for place in page.context["destinations"]}
    assert campaign.name in groups
    assert "Somebody else's war" not in page.content.decode()


@pytest.mark.parametrize("name", ["catalogue", "upload_units"])
def test_the_catalogue_asks_a_stranger_to_sign_in(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert reverse("sign_in") in answer["Location"]


def test_an_unknown_unit_is_not_found(reader: Client) -> None:
    assert reader.get("/catalogue/no-such-unit/").status_code == 404


def test_an_upload_without_files_is_asked_for_one(reader: Client) -> None:
    answer = reader.post(reverse("upload_units"))
    assert answer.status_code == 422
    assert "Choose at least one" in answer.content.decode()


def test_every_year_lies_in_one_era() -> None:
    assert [later.first - earlier.last for earlier, later in pairwise(ERAS)] == [1] * (len(ERAS) - 1)
    assert era_of(3050).code == "clan-invasion"
    assert era_of(1).code == "age-of-war"


def test_an_upload_answers_for_every_file_by_name(reader: Client) -> None:
    answer = reader.post(
        reverse("upload_units"),
        {
            "unit_files": [
                SimpleUploadedFile("notes.txt", b"hello"),
                SimpleUploadedFile("<b>torn.mtf", b"chassis:Torn\n"),
            ]
        },
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "2 rejected" in text
    assert "notes.txt" in text
    assert "&lt;b&gt;torn.mtf" in text
    assert not Unit.objects.exists()

"""The pages of the prints: who may, what they answer."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse

from campaigns.models import Role
from records.errors import Refused
from records.models import Pilot, PrintJob
from records.printing import pool
from records.printing.order import Order
from records.services import printing
from records.services.sheets import personal_roster
from records.views import print_choices
from tests.factory import join, key, make_campaign, make_machine, make_sheet, make_unit, make_user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def finished(user: Any) -> PrintJob:
    job = printing.request_print(user=user, order=Order((make_sheet(user).pk,)), key=key())
    printing.render(job.pk)
    job.refresh_from_db()
    return job


def test_a_stranger_is_sent_to_the_sign_in() -> None:
    job = finished(make_user())
    for name, args in (("prints", []), ("print", [job.pk]), ("print_file", [job.pk])):
        assert Client().get(reverse(name, args=args)).status_code == 302
    assert Client().post(reverse("print_sheet"), {"sheet": 1, "key": key()}).status_code == 302
    assert Client().get(reverse("prints"), headers=HTMX).status_code == 401


def test_only_its_owner_sees_a_print() -> None:
    job = finished(make_user())
    other = signed_in(make_user())
    for name in ("print", "print_file"):
        assert other.get(reverse(name, args=[job.pk])).status_code == 404
    for name in ("print_cancel", "print_retry", "print_delete"):
        assert other.post(reverse(name, args=[job.pk])).status_code == 404
    assert job.title not in other.get(reverse("prints")).content.decode()
    assert PrintJob.objects.filter(pk=job.pk).exists()


@pytest.mark.parametrize(
    ("role", "status"), [(None, 404), (Role.OBSERVER, 302), (Role.PLAYER, 302), (Role.GAME_MASTER, 302)]
)
def test_whoever_may_see_a_sheet_may_print_it(role: Role | None, status: int) -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    person = make_user() if role is None else join(campaign, role)
    answer = signed_in(person).post(reverse("print_sheet"), {"sheet": record.pk, "key": key()})
    assert answer.status_code == status
    assert PrintJob.objects.filter(owner=person).count() == (status == 302)


def test_asking_leads_to_the_prints_page_which_shows_the_pdf(django_capture_on_commit_callbacks: Any) -> None:
    user = make_user()
    client = signed_in(user)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("print_sheet"), {"sheet": make_sheet(user).pk, "paper": "letter", "key": key()})
    job = PrintJob.objects.get(owner=user)
    assert answer["Location"] == reverse("print", args=[job.pk])
    page = client.get(answer["Location"]).content.decode()
    assert "<iframe" in page and reverse("print_file", args=[job.pk]) in page
    assert "hx-trigger" not in page.split('id="print-job"')[1].split(">")[0]


def test_htmx_is_sent_along_and_a_second_tap_asks_once() -> None:
    user = make_user()
    client, data = signed_in(user), {"unit": make_unit().slug, "key": key()}
    answers = [client.post(reverse("print_sheet"), data, headers=HTMX) for _tap in range(2)]
    job = PrintJob.objects.get(owner=user)
    assert [answer["HX-Redirect"] for answer in answers] == [reverse("print", args=[job.pk])] * 2


def test_an_unfinished_print_asks_again_until_it_is_done() -> None:
    user = make_user()
    client = signed_in(user)
    job = printing.request_print(user=user, order=Order((make_sheet(user).pk,)), key=key())
    url = reverse("print", args=[job.pk])
    waiting = client.get(url, headers=HTMX).content.decode()
    assert "hx-trigger" in waiting and "<progress" in waiting and "<html" not in waiting
    printing.render(job.pk)
    ready = client.get(url, headers=HTMX).content.decode()
    assert "<iframe" in ready and "hx-trigger" not in ready


def test_the_file_is_shown_here_or_saved_and_never_guessed_at() -> None:
    user = make_user()
    job = finished(user)
    client = signed_in(user)
    shown = client.get(reverse("print_file", args=[job.pk]))
    assert shown.content.startswith(b"%PDF")
    assert shown["Content-Type"] == "application/pdf"
    assert shown["Content-Disposition"].startswith("inline")
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert shown["X-Frame-Options"] == "SAMEORIGIN"
    saved = client.get(reverse("print_file", args=[job.pk]), {"download": ""})
    assert saved["Content-Disposition"].startswith("attachment; filename=")


@pytest.mark.parametrize("bundle", ["pdf", "zip"])
def test_a_name_of_which_no_file_name_can_be_made_is_printed_and_saved(bundle: Literal["pdf", "zip"]) -> None:
    user = make_user()
    pilot = Pilot.objects.create(roster=personal_roster(user), name="😀")
    job = printing.request_print(user=user, key=key(), order=Order(papers=(f"pilot:{pilot.pk}",), bundle=bundle))
    PrintJob.objects.update(title="😀")
    printing.render(job.pk)
    saved = signed_in(user).get(reverse("print_file", args=[job.pk]), {"download": ""})
    assert saved.status_code == 200
    assert saved["Content-Disposition"].endswith(f'.{bundle}"')


def test_there_is_no_file_before_the_print_is_done() -> None:
    user = make_user()
    job = printing.request_print(user=user, order=Order((make_sheet(user).pk,)), key=key())
    assert signed_in(user).get(reverse("print_file", args=[job.pk])).status_code == 404


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"sheet": "1; DROP TABLE", "key": uuid.UUID(int=1)}, 404),
        ({"sheet": "9" * 30, "key": uuid.UUID(int=1)}, 404),
        ({"unit": "../../etc/passwd", "key": uuid.UUID(int=1)}, 404),
        ({"key": uuid.UUID(int=1)}, 422),
        ({"unit": "x"}, 422),
        ({"unit": "x", "key": "not-a-key"}, 422),
        ({"unit": "x", "key": uuid.UUID(int=1), "paper": "a0"}, 422),
    ],
)
def test_bad_requests_are_answered_in_words(data: dict[str, Any], status: int) -> None:
    answer = signed_in(make_user()).post(reverse("print_sheet"), data, headers=HTMX)
    assert answer.status_code == status
    assert PrintJob.objects.count() == 0


def test_what_is_asked_for_again_and_again_keeps_the_focus() -> None:
    """htmx gives the focus back to the element of the same id: every button and link of both partials has one."""
    user = make_user()
    job = printing.request_print(user=user, order=Order((make_sheet(user).pk,)), key=key())
    for path in (reverse("print", args=[job.pk]), reverse("prints")):
        part = signed_in(user).get(path, headers=HTMX).content.decode()
        controls = re.findall(r"<(?:a|button) [^>]*>", re.sub(r"<noscript>.*</noscript>", "", part))
        assert "Cancel" in part and controls
        assert [tag for tag in controls if ' id="' not in tag] == []


def test_a_print_begun_again_counts_from_nothing() -> None:
    job = finished(make_user())
    PrintJob.objects.filter(pk=job.pk).update(state=PrintJob.State.FAILED, done=1, error="It was not to be.")
    job.refresh_from_db()
    printing.retry(job=job)
    job.refresh_from_db()
    assert (job.state, job.done, job.error) == (PrintJob.State.QUEUED, 0, "")


def test_only_a_print_that_is_there_says_until_when() -> None:
    user = make_user()
    client, job = signed_in(user), finished(user)
    page = reverse("print", args=[job.pk])
    assert "Kept until" in client.get(page).content.decode()
    PrintJob.objects.filter(pk=job.pk).update(state=PrintJob.State.FAILED, error="It was not to be.")
    failed = client.get(page).content.decode()
    assert "It was not to be." in failed and "Kept until" not in failed


def test_cancel_retry_and_delete() -> None:
    user = make_user()
    client = signed_in(user)
    job = printing.request_print(user=user, order=Order((make_sheet(user).pk,)), key=key())
    cancelled = client.post(reverse("print_cancel", args=[job.pk]), headers=HTMX).content.decode()
    assert "was cancelled" in cancelled
    assert client.post(reverse("print_cancel", args=[job.pk]), headers=HTMX).status_code == 422
    assert client.post(reverse("print_retry", args=[job.pk])).status_code == 302
    assert client.post(reverse("print_retry", args=[job.pk])).status_code == 422
    assert client.post(reverse("print_delete", args=[job.pk])).status_code == 302
    assert PrintJob.objects.count() == 0


def test_a_print_whose_file_somebody_removed_says_so_and_is_made_again() -> None:
    user = make_user()
    job, client = finished(user), signed_in(user)
    assert "is gone from the server" not in client.get(job.get_absolute_url()).content.decode()
    default_storage.delete(job.result.name)
    page = client.get(job.get_absolute_url()).content.decode()
    assert "The file of this print is gone" in page and "Save the PDF" not in page
    assert client.get(reverse("print_file", args=[job.pk])).status_code == 404
    assert client.post(reverse("print_retry", args=[job.pk])).status_code == 302
    job.refresh_from_db()
    assert job.state == PrintJob.State.QUEUED


def test_the_list_tells_what_to_do_first_then_lists_the_latest_first() -> None:
    user = make_user()
    client = signed_in(user)
    assert "Nothing printed yet" in client.get(reverse("prints")).content.decode()
    first, second = finished(user), finished(user)
    page = client.get(reverse("prints")).content.decode()
    assert page.index(str(second.pk)) < page.index(str(first.pk))


def test_a_preview_is_made_again_when_the_rendering_process_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    sheet = make_sheet(user)
    real, losses = pool.pack, [1]

    @contextmanager
    def losing(*arguments: Any) -> Iterator[Any]:
        if losses:
            losses.pop()
            raise pool.RendererLost("killed")
        with real(*arguments) as pack:
            yield pack

    monkeypatch.setattr(pool, "pack", losing)
    asked = {"sheet": sheet.pk}
    assert signed_in(user).get(reverse("print_preview"), asked).content.startswith(b"%PDF")
    losses += [1, 1]
    assert signed_in(user).get(reverse("print_preview"), asked).status_code == 422


def test_one_preview_at_a_time_of_each_person(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = print_choices._OneEach()
    monkeypatch.setattr(print_choices, "PREVIEW_SECONDS", 0.05)
    with turns.turn(1):
        with turns.turn(2):
            pass
        with pytest.raises(Refused) as refused, turns.turn(1):
            pass
    assert refused.value.code == "no-preview"
    with turns.turn(1):
        pass
    assert turns._turns == {}

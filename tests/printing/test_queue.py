"""The queue of prints: whose turn it is, how much one person may have waiting, and who answers."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from records.errors import Refused
from records.models import PrintJob
from records.printing.order import Order
from records.selectors.prints import LISTED
from records.services import print_queue, printing
from records.tasks import render_print
from tests.factory import key, make_sheet, make_unit, make_user

pytestmark = pytest.mark.django_db
State = PrintJob.State
HTMX = {"HX-Request": "true"}


def job(user: Any, total: int = 1, *, ago: float = 0, **changes: Any) -> PrintJob:
    """A row that has waited for so many seconds; it is not rendered."""
    since = timezone.now() - timedelta(seconds=ago)
    fields = {"title": f"{total} sheets", "queued_at": since, **changes}
    return PrintJob.objects.create(owner=user, params={}, total=total, key=uuid.uuid4(), **fields)


def printable(user: Any, sheets: int = 1) -> PrintJob:
    """A job that can be rendered; outside of a commit no turn is sent for it."""
    order = Order(tuple(make_sheet(user).pk for _each in range(sheets)))
    return printing.request_print(user=user, order=order, key=key())


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def line(*named: PrintJob) -> list[int]:
    """The numbers of these jobs in the order in which their turns come."""
    numbers = {each.pk: number for number, each in enumerate(named)}
    return [numbers[pk] for pk in print_queue.in_line()]


# --- whose turn it is ---


def test_short_prints_come_before_long_ones() -> None:
    user = make_user()
    assert line(job(user, 40, ago=3), job(user, 2, ago=2), job(user, 12, ago=1)) == [1, 2, 0]


def test_who_asked_for_little_does_not_wait_for_all_of_who_asked_for_much() -> None:
    greedy, modest = make_user(), make_user()
    singles = [job(greedy, 1) for _each in range(8)]
    assert line(*singles, job(modest, 5)).index(8) == 5


def test_what_was_printed_of_late_or_is_being_printed_counts() -> None:
    now = timezone.now()
    greedy, modest = make_user(), make_user()
    job(greedy, 90, done=90, state=State.DONE, finished_at=now - timedelta(minutes=5))
    assert line(job(greedy, 1), job(modest, 80)) == [1, 0]
    PrintJob.objects.all().delete()
    job(greedy, 90, done=1, state=State.RUNNING, worked_at=now)
    assert line(job(greedy, 1), job(modest, 80)) == [1, 0]
    PrintJob.objects.all().delete()
    job(greedy, 90, done=90, state=State.DONE, finished_at=now - timedelta(minutes=15))
    assert line(job(greedy, 1), job(modest, 80)) == [0, 1]


def test_a_long_print_that_has_waited_gets_its_turn_among_short_ones() -> None:
    assert line(job(make_user(), 100, ago=110), job(make_user(), 1)) == [0, 1]


def test_a_long_print_is_passed_by_short_ones_and_by_those_of_people_who_were_printed_less() -> None:
    greedy, modest = make_user(), make_user()
    long = job(greedy, 200, done=1, state=State.RUNNING, worked_at=timezone.now())
    own_short, own = job(greedy, 10), job(greedy, 11)
    theirs, more, long_too = job(modest, 50), job(modest, 50), job(modest, 51)
    passing = print_queue.in_line(passing=long)
    assert passing == [theirs.pk, more.pk, own_short.pk]
    assert set(print_queue.in_line()) - set(passing) == {own.pk, long_too.pk}
    PrintJob.objects.filter(pk=theirs.pk).update(state=State.DONE, done=160, finished_at=timezone.now())
    assert print_queue.in_line(passing=long) == [own_short.pk]
    short = job(greedy, 10, state=State.RUNNING, worked_at=timezone.now())
    assert print_queue.in_line(passing=short) == []


def test_a_print_that_is_passed_by_others_still_shows_signs_of_life() -> None:
    long, short = job(make_user(), 30), job(make_user(), 1)
    with print_queue.signs_of_life(long), print_queue.signs_of_life(short):
        print_queue.progressed()
        print_queue.progressed()
        assert [each.sheets for each in print_queue._here.in_hand] == [2, 2]
    print_queue.progressed()
    assert print_queue._here.in_hand == ()


def test_only_what_nobody_has_in_hand_is_in_line() -> None:
    user, now = make_user(), timezone.now()
    lost = now - print_queue.SILENCE - timedelta(seconds=1)
    free = [job(user, 1), job(user, 2, state=State.RUNNING), job(user, 3, state=State.RUNNING, worked_at=lost)]
    job(user, 4, state=State.RUNNING, worked_at=now)
    for state in (State.DONE, State.FAILED, State.CANCELLED):
        job(user, 5, state=state)
    assert print_queue.in_line() == [each.pk for each in free]


def test_one_print_is_taken_once() -> None:
    first, second = job(make_user(), 1), job(make_user(), 2)
    turns = uuid.uuid4(), uuid.uuid4(), uuid.uuid4()
    taken = [print_queue.take_next(turn) for turn in turns]
    assert taken == [first, second, None]
    assert print_queue.mine(first).count() == 0
    assert taken[0] is not None and print_queue.mine(taken[0]).count() == 1


def test_a_turn_prints_what_is_next_and_not_what_it_was_sent_for() -> None:
    long, short = printable(make_user(), 3), printable(make_user())
    render_print.apply((str(long.pk),))
    long.refresh_from_db()
    short.refresh_from_db()
    assert (long.state, short.state) == (State.QUEUED, State.DONE)


def test_a_turn_that_is_delivered_again_begins_what_was_in_hand_again() -> None:
    mine, theirs = printable(make_user()), printable(make_user())
    turn = uuid.uuid4()
    print_queue.take(mine.pk, turn)
    print_queue.take(theirs.pk, uuid.uuid4())
    printing.work(turn)
    mine.refresh_from_db()
    assert mine.state == State.RUNNING
    printing.work(turn, again=True)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.state, theirs.state) == (State.DONE, State.RUNNING)


def test_a_short_print_is_made_between_two_pages_of_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_queue, "SHORT", 1)
    long, done = printable(make_user(), 3), []
    alive = printing._alive

    def come_in_between(job: PrintJob, number: int) -> bool:
        if job.pk == long.pk and number == 1:
            done.append(printable(make_user()))
            done.append(printable(make_user(), 2))
        if job.pk == long.pk and number == 2:
            for each in done:
                each.refresh_from_db()
            assert [each.state for each in done] == [State.DONE, State.QUEUED]
        return alive(job, number)

    monkeypatch.setattr(printing, "_alive", come_in_between)
    printing.render(long.pk)
    long.refresh_from_db()
    assert len(done) == 2
    assert (long.state, long.done) == (State.DONE, 3)


# --- how much one person may have waiting ---


def test_a_person_has_so_many_prints_unfinished_and_then_is_told_what_to_do() -> None:
    user, unit = make_user(), make_unit()
    jobs = [job(user) for _each in range(print_queue.MOST_JOBS)]
    client = client_of(user)
    asked = {"unit": unit.slug, "paper": "letter", "large": "on", "key": key()}
    answer = client.post(reverse("print_sheet"), asked)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"You have {print_queue.MOST_JOBS} prints unfinished" in page and "cancel one" in page
    for name, value in asked.items():
        assert f'name="{name}" value="{value}"' in page, "what was chosen is lost"
    assert client.post(reverse("print_sheet"), asked, headers=HTMX).status_code == 422
    assert PrintJob.objects.count() == print_queue.MOST_JOBS
    printing.cancel(job=jobs[0])
    assert client.post(reverse("print_sheet"), asked).status_code == 302
    assert client_of(make_user()).post(reverse("print_sheet"), {**asked, "key": key()}).status_code == 302


def test_a_person_has_so_many_sheets_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_queue, "MOST_SHEETS", 5)
    user = make_user()
    printable(user, 4)
    with pytest.raises(Refused) as refused:
        printable(user, 2)
    assert (refused.value.code, refused.value.params) == ("too-many-sheets-to-print", {"waiting": 4, "most": 5})
    printable(user, 1)
    with pytest.raises(Refused) as long:
        printable(make_user(), 6)
    assert (long.value.code, long.value.params) == ("print-is-too-long", {"count": 6, "most": 5})


def test_a_print_that_failed_is_begun_again_only_where_there_is_room() -> None:
    user = make_user()
    failed = job(user, state=State.FAILED, error="It was not to be.")
    jobs = [job(user) for _each in range(print_queue.MOST_JOBS)]
    with pytest.raises(Refused) as refused:
        printing.retry(job=failed)
    assert refused.value.code == "too-many-prints"
    failed.refresh_from_db()
    assert (failed.state, failed.error) == (State.FAILED, "It was not to be.")
    printing.cancel(job=jobs[0])
    printing.retry(job=failed)


def test_the_same_form_sent_again_is_answered_with_its_print_even_when_no_more_may_wait() -> None:
    user, same = make_user(), key()
    order = Order((make_sheet(user).pk,))
    first = printing.request_print(user=user, order=order, key=same)
    for _each in range(print_queue.MOST_JOBS):
        job(user)
    assert printing.request_print(user=user, order=order, key=same) == first


def test_the_list_goes_on_beyond_its_first_page() -> None:
    user = make_user()
    for number in range(LISTED + 7):
        job(user, state=State.DONE, title=f"Print {number}.")
    client = client_of(user)
    first, second = (client.get(reverse("prints"), {"page": page}).content.decode() for page in (1, 2))
    assert (first.count('class="print-link"'), second.count('class="print-link"')) == (LISTED, 7)
    assert "page=2" in first and "Print 0." in second and "Print 0." not in first


# --- who answers ---


def test_a_print_whose_worker_was_killed_says_so() -> None:
    user, now = make_user(), timezone.now()
    killed = now - print_queue.QUIET - timedelta(seconds=1)
    lost = job(user, 3, ago=300, done=1, state=State.RUNNING, worked_at=killed, seen_at=killed)
    client = client_of(user)
    page, listed = client.get(lost.get_absolute_url()), client.get(reverse("prints"))
    assert "No print worker answers any more" in page.content.decode()
    assert "no worker answers" in listed.content.decode()
    PrintJob.objects.filter(pk=lost.pk).update(seen_at=now)
    page, listed = client.get(lost.get_absolute_url()), client.get(reverse("prints"))
    assert "Another begins it again" in page.content.decode()
    assert "beginning again" in listed.content.decode()


def test_a_print_that_waits_where_no_worker_runs_says_so() -> None:
    user = make_user()
    waiting = job(user, ago=print_queue.QUIET.total_seconds() + 1, state=State.QUEUED)
    page = client_of(user).get(waiting.get_absolute_url()).content.decode()
    assert "No print worker answers at the moment." in page and "comes out by itself" in page


@pytest.mark.parametrize(
    "changes",
    [
        {"state": State.QUEUED},
        {"state": State.QUEUED, "ago": 300, "seen": 1},
        {"state": State.RUNNING, "ago": 300, "seen": 300, "worked": 1},
        {"state": State.RUNNING, "ago": 300, "seen": 1},
        {"state": State.DONE, "ago": 300},
        {"state": State.FAILED, "ago": 300, "worked": 300},
    ],
)
def test_nothing_is_said_of_workers_while_one_answers(changes: dict[str, Any]) -> None:
    now, user = timezone.now(), make_user()
    times = {f"{name}_at": now - timedelta(seconds=changes.pop(name)) for name in ("seen", "worked") if name in changes}
    found = job(user, **changes, **times)
    assert print_queue.silence(found) == ""
    assert "worker" not in client_of(user).get(found.get_absolute_url()).content.decode()


def test_a_worker_that_comes_back_goes_on_with_what_was_lost_and_what_was_forgotten() -> None:
    user, long_ago = make_user(), timezone.now() - timedelta(minutes=10)
    lost, forgotten = printable(user), printable(user)
    PrintJob.objects.filter(pk=lost.pk).update(state=State.RUNNING, worked_at=long_ago, turn=uuid.uuid4())
    PrintJob.objects.filter(pk=forgotten.pk).update(queued_at=long_ago)
    for _round in range(2):
        print_queue.look_round()  # tasks run at once here
    for each in (lost, forgotten):
        each.refresh_from_db()
        assert each.state == State.DONE
        assert each.seen_at is not None
    print_queue.look_round()


def test_a_renderer_that_is_busy_with_a_page_leaves_signs_of_life(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    monkeypatch.setattr(print_queue, "BEAT", timedelta(milliseconds=20))
    mine = job(make_user(), state=State.QUEUED)
    taken = print_queue.take(mine.pk, uuid.uuid4())
    assert taken is not None and taken.worked_at is not None
    with print_queue.signs_of_life(taken):
        until = timezone.now() + timedelta(seconds=10)
        while timezone.now() < until:
            mine.refresh_from_db()
            if mine.worked_at is not None and mine.worked_at > taken.worked_at:
                return
    raise AssertionError("no sign of life")

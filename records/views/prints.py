"""Prints: asking for one, watching it come, the list of one's own."""

from __future__ import annotations

import uuid
from contextlib import suppress

from django.core.files.storage import default_storage
from django.core.paginator import Paginator
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from records import words
from records.errors import Refused
from records.models import PrintJob
from records.printing import sources
from records.printing.order import Order
from records.selectors import prints as selectors
from records.services import print_queue, printing
from records.views.answers import answers, form_key, person, signed_in
from records.views.print_choices import address_of, order_of


@require_safe
@signed_in
def index(request: HttpRequest) -> HttpResponse:
    """The person's own prints."""
    page = Paginator(selectors.jobs_of(person(request)), selectors.LISTED).get_page(request.GET.get("page"))
    rows = [(job, printing.expires(job), print_queue.silence(job)) for job in page]
    context = {
        "rows": rows, "page": page, "kept_days": printing.KEPT.days,
        "busy": any(not job.finished for job, *_rest in rows),
        "no_worker": any(silent == "no-worker" for *_rest, silent in rows),
    }  # fmt: skip
    return render(request, "records/print/_list.html" if _is_htmx(request) else "records/print/list.html", context)


@require_POST
@signed_in
@answers
def create(request: HttpRequest) -> HttpResponse:
    """Ask for a print of what was posted (see :func:`order_of`), then go and watch it."""
    user, slug = person(request), request.POST.get("campaign", "")
    group = sources.group(user, slug) if slug else None
    key, order = form_key(request), order_of(request.POST)
    try:
        job = printing.request_print(user=user, key=key, order=order, group=group.title if group else "")
    except Refused as refused:
        if _is_htmx(request) or not order.count:
            raise
        return _not_now(request, refused, order)
    if _is_htmx(request):
        return HttpResponseClientRedirect(job.get_absolute_url())
    return redirect(job)


def _not_now(request: HttpRequest, refused: Refused, order: Order) -> HttpResponse:
    """Why it is not printed now, with all that was asked for: it can be asked for again, or chosen anew (422)."""
    # All that was posted, a field for each value, and not only what an order knows.
    posted = [(name, value) for name, values in request.POST.lists() for value in values]
    context = {
        "text": words.refusal(refused.code, refused.params), "anew": address_of(order), "count": order.count,
        "fields": [field for field in posted if field[0] != "csrfmiddlewaretoken"],
    }  # fmt: skip
    return render(request, "records/print/not_now.html", context, status=refused.status)


@require_safe
@signed_in
def show(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """One print: its progress while it is being made, then the PDF."""
    job = selectors.job_of(person(request), pk)
    with suppress(OperationalError):  # with a full disk the page is read all the same
        printing.remind(job=job)
    template = "records/print/_job.html" if _is_htmx(request) else "records/print/job.html"
    return render(request, template, _about(job))


def _about(job: PrintJob) -> dict[str, object]:
    """What the page of a job shows beside it: until when it is kept, where it is chosen anew, whether it is stuck."""
    return {
        "job": job, "expires": printing.expires(job), "anew": address_of(Order.of(job.params)),
        "silent": print_queue.silence(job), "gone": printing.file_gone(job),
    }  # fmt: skip


@require_safe
@signed_in
def file(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """The PDF, to be looked at in the page or, with ``?download``, saved. Only its owner gets it."""
    job = selectors.job_of(person(request), pk)
    if job.state != PrintJob.State.DONE or printing.file_gone(job):
        raise Http404
    with default_storage.open(str(job.result.name)) as stored:
        answer = HttpResponse(stored.read(), content_type="application/zip" if job.zipped else "application/pdf")
    save_as = f"{printing.file_name(job.title)}.{'zip' if job.zipped else 'pdf'}"
    saved = "download" in request.GET or job.zipped
    answer["Content-Disposition"] = content_disposition_header(saved, save_as) or "inline"
    answer["X-Content-Type-Options"] = "nosniff"
    # The print's own page shows it in a frame.
    answer["X-Frame-Options"] = "SAMEORIGIN"
    answer["Content-Security-Policy"] = "frame-ancestors 'self'"
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@signed_in
@answers
def cancel(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Stop a print that is not finished."""
    job = selectors.job_of(person(request), pk)
    printing.cancel(job=job)
    return _again(request, job)


@require_POST
@signed_in
@answers
def retry(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Begin a failed or cancelled print again."""
    job = selectors.job_of(person(request), pk)
    printing.retry(job=job)
    return _again(request, job)


@require_POST
@signed_in
@answers
def delete(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Remove a print and its file."""
    printing.delete(job=selectors.job_of(person(request), pk))
    return HttpResponseClientRedirect(reverse("prints")) if _is_htmx(request) else redirect("prints")


def _again(request: HttpRequest, job: PrintJob) -> HttpResponse:
    """The job as it is now: as a partial for htmx, else on its page."""
    if _is_htmx(request):
        job.refresh_from_db()
        return render(request, "records/print/_job.html", _about(job))
    return redirect(job)


def _is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))

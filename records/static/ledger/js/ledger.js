// Small things that every page needs: the theme button, menus, toasts, focus after a swap, and words when a request failed.
(function () {
  "use strict";

  // --- menus: <details class="menu"> closes when something else is touched, or by Escape ---
  function closeMenus(except) {
    document.querySelectorAll("details.menu[open]").forEach(function (menu) {
      if (menu !== except) menu.open = false;
    });
  }
  document.addEventListener("click", function (event) {
    closeMenus(event.target.closest("details.menu"));
    var button = event.target.closest("[data-action]");
    if (!button) return;
    var action = button.getAttribute("data-action");
    if (action === "theme") window.ledgerTheme.toggle();
    if (action === "dismiss-trouble") hideTrouble();
    if (action === "retry") retry();
    if (action === "open-dialog") document.getElementById(button.getAttribute("data-dialog")).showModal();
    if (action === "close-dialog") button.closest("dialog").close();
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    var open = document.querySelector("details.menu[open]");
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });

  // --- toasts: the server sends the header HX-Trigger: {"toast": {"text": "...", "level": "info"}} ---
  function toast(text, level) {
    var place = document.getElementById("toasts");
    if (!place || !text) return;
    var note = document.createElement("p");
    note.className = "toast " + (level || "info");
    note.textContent = text;
    place.append(note);
    window.setTimeout(function () {
      note.remove();
    }, 6000);
  }
  document.addEventListener("toast", function (event) {
    toast(event.detail.text, event.detail.level);
  });

  // --- trouble: a request that did not arrive or was not answered keeps what was typed, and can be sent again ---
  var failed = null;
  function trouble(kind, detail) {
    var box = document.getElementById("trouble");
    if (!box) return;
    document.getElementById("trouble-text").textContent = document.body.getAttribute("data-text-" + kind);
    box.querySelector("[data-action=retry]").hidden = kind === "gone";
    failed = detail;
    box.hidden = false;
  }
  function hideTrouble() {
    var box = document.getElementById("trouble");
    if (box) box.hidden = true;
    failed = null;
  }
  function retry() {
    var detail = failed;
    hideTrouble();
    if (!detail || !document.contains(detail.elt)) return window.location.reload();
    var config = detail.requestConfig || {};
    // The same form with the same key: an entry that did arrive the first time is not applied twice.
    if (detail.elt.tagName === "FORM") {
      var submitter = config.triggeringEvent && config.triggeringEvent.submitter;
      return detail.elt.requestSubmit(document.contains(submitter) ? submitter : undefined);
    }
    var type = config.triggeringEvent ? config.triggeringEvent.type : "click";
    window.htmx.trigger(detail.elt, type);
  }
  document.addEventListener("htmx:sendError", function (event) {
    trouble("offline", event.detail);
  });
  document.addEventListener("htmx:timeout", function (event) {
    trouble("offline", event.detail);
  });
  document.addEventListener("htmx:responseError", function (event) {
    var status = event.detail.xhr.status;
    if (status === 404 || status === 410) return trouble("gone", event.detail);
    if (status === 401 || status === 403) return trouble("signed-out", event.detail);
    trouble("failed", event.detail);
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.successful && failed && failed.elt === event.detail.elt) hideTrouble();
  });
  window.addEventListener("online", function () {
    if (failed) retry();
  });

  // --- focus: a swap must not throw a keyboard or screen reader back to the top of the page ---
  var held = null;
  document.addEventListener("htmx:beforeSwap", function () {
    var active = document.activeElement;
    held = active && active !== document.body ? active.id : null;
  });
  document.addEventListener("htmx:afterSettle", function (event) {
    var wanted = event.target.querySelector && event.target.querySelector("[data-focus]");
    if (wanted) return wanted.focus({ preventScroll: false });
    if (!held || (document.activeElement && document.activeElement !== document.body)) return;
    var same = document.getElementById(held);
    if (same) same.focus({ preventScroll: true });
  });
})();

// The record sheet: the keypad at the finger, dice that enter themselves, one key one entry, and what belongs together lit.
(function () {
  "use strict";
  var sheet = document.getElementById("sheet");
  var tray = document.getElementById("tray");
  if (!sheet || !tray) return;

  // --- one tap, one entry: a form under way, or just sent, is not sent again; after success it gets a new key ---
  var DOUBLE_TAP = 400;
  var sent = new WeakMap();
  function freshKey() {
    // crypto.randomUUID exists on https only; tablets at the table come by plain http.
    var bytes = window.crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    var hex = Array.from(bytes, function (byte) {
      return byte.toString(16).padStart(2, "0");
    }).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }
  document.addEventListener(
    "submit",
    function (event) {
      var form = event.target;
      if (!form.querySelector("input[name=key]")) return;
      var now = Date.now();
      if (form.classList.contains("htmx-request") || now - (sent.get(form) || 0) < DOUBLE_TAP) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      sent.set(form, now);
      var error = form.querySelector(".form-error");
      if (error) error.textContent = "";
    },
    true
  );
  document.addEventListener("htmx:afterRequest", function (event) {
    var key = event.detail.elt.tagName === "FORM" && event.detail.elt.querySelector("input[name=key]");
    if (key && event.detail.successful) key.value = freshKey();
    if (event.detail.elt.matches && event.detail.elt.matches(".dice-form") && !event.detail.successful) {
      event.detail.elt.querySelectorAll("input[type=radio]").forEach(function (radio) {
        radio.checked = false;
      });
    }
  });

  // --- dice: the last die touched enters the throw (with the keyboard, arrows only choose: Enter enters) ---
  document.addEventListener("click", function (event) {
    var form = event.target.closest(".dice-form");
    if (!form || event.target.type !== "radio" || event.detail === 0) return;
    var chosen = form.querySelectorAll("input[type=radio]:checked").length;
    if (chosen === Number(form.getAttribute("data-dice"))) form.requestSubmit(form.querySelector(".enter-dice"));
  });

  // --- the keypad: at the finger on wide screens, from below on a phone ---
  var opener = null;
  function openerOf(element) {
    return element.closest(".loc");
  }
  function place() {
    document.querySelectorAll(".loc.is-open").forEach(function (other) {
      other.classList.remove("is-open");
    });
    var box = tray.querySelector(".tray-box");
    if (!box) return;
    var panel = document.getElementById("at-" + box.getAttribute("data-location"));
    if (!panel) return;
    panel.classList.add("is-open");
    if (!window.matchMedia("(min-width: 48rem)").matches) {
      tray.style.left = tray.style.top = tray.style.right = tray.style.bottom = "";
      return;
    }
    var at = panel.getBoundingClientRect();
    var gap = 8;
    var left = at.right + gap;
    if (left + tray.offsetWidth > window.innerWidth - gap) left = at.left - tray.offsetWidth - gap;
    if (left < gap) left = Math.max(gap, window.innerWidth - tray.offsetWidth - gap);
    var top = Math.max(gap, Math.min(at.top, window.innerHeight - tray.offsetHeight - gap));
    tray.style.left = left + "px";
    tray.style.top = top + "px";
    tray.style.right = tray.style.bottom = "auto";
  }
  function withScript() {
    tray.querySelectorAll("[data-plain]").forEach(function (only) {
      only.remove(); // for browsers without scripts
    });
    var line = document.getElementById("from");
    var chosen = line && line.querySelector("input[name=attacker]:checked");
    if (chosen) line.scrollLeft += chosen.getBoundingClientRect().right - line.getBoundingClientRect().right; // in sight
  }
  function close() {
    if (!tray.firstElementChild) return;
    tray.replaceChildren();
    settleTray();
  }
  function settleTray() {
    withScript();
    place();
    if (tray.firstElementChild || !opener) return;
    var back = document.getElementById(opener);
    opener = null;
    if (back && (document.activeElement === document.body || !document.activeElement)) back.focus({ preventScroll: true });
  }
  new MutationObserver(settleTray).observe(tray, { childList: true });
  window.addEventListener("resize", place);
  new ResizeObserver(place).observe(tray);
  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-opens]")) {
      var panel = openerOf(event.target);
      opener = panel ? "hit-" + panel.getAttribute("data-location") : null;
      if (panel) panel.classList.add("is-open"); // moves at once, before the server has answered
    } else if (event.target.closest("[data-closes]")) {
      event.preventDefault();
      close();
    } else if (tray.firstElementChild && document.contains(event.target) && !event.target.closest("#tray, .loc, #toasts, .bar")) {
      close();
    }
    document.querySelectorAll("details.why[open]").forEach(function (open) {
      if (!open.contains(event.target)) open.open = false;
    });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    document.querySelectorAll("details.why[open]").forEach(function (open) {
      open.open = false;
    });
    close();
  });

  // --- the preview line: what a number will do, before it does ---
  function preview(event) {
    var key = event.target.closest && event.target.closest("[data-preview]");
    var line = document.getElementById("preview");
    if (!key || !line) return;
    var from = tray.querySelector("#from input[name=attacker]:checked");
    var words = from && from.getAttribute("data-from");
    if (from && from.value === "other" && otherWords().value.trim()) words = "(" + otherWords().value.trim() + ")";
    var told = key.getAttribute("data-preview");
    if (words && !key.classList.contains("depth-refused")) told = told.replace(":", function () { return " " + words + ":"; });
    line.textContent = told;
  }
  ["pointerover", "pointerdown", "focusin"].forEach(function (name) {
    tray.addEventListener(name, preview);
  });

  // --- whom hits come from: shown on the line, remembered on this device until the turn ends ---
  function otherWords() {
    return tray.querySelector("#from input[name=source]");
  }
  function remember() {
    var from = document.getElementById("from");
    var chosen = from.querySelector("input[name=attacker]:checked");
    if (!chosen) return;
    var words = otherWords();
    words.disabled = chosen.value !== "other";
    var kept = chosen.value === "other" ? "other-" + encodeURIComponent(words.value.trim()) : chosen.value;
    document.cookie = "hit-from=" + from.getAttribute("data-until") + kept + ";path=" + from.getAttribute("data-path") + ";max-age=43200;samesite=lax";
    var face = from.querySelector(".from-chosen");
    if (!face) return;
    face.textContent = (chosen.value === "other" && words.value.trim()) || chosen.getAttribute("data-name") || face.getAttribute("data-none");
  }
  tray.addEventListener("change", function (event) {
    var from = event.target.closest("#from");
    if (!from) return;
    remember();
    if (event.target.value === "other") otherWords().focus();
    if (event.target.name === "source") fold(from);
  });
  function fold(from) {
    var open = from.querySelector("details[open]");
    if (open) open.open = false;
  }
  tray.addEventListener("keydown", function (event) {
    var from = event.key === "Enter" && event.target.tagName === "INPUT" && event.target.closest("#from");
    if (!from) return;
    event.preventDefault(); // it chooses, it enters nothing
    remember();
    fold(from);
  });
  tray.addEventListener("click", function (event) {
    // A tap on a machine folds the line again; arrow keys, which only walk over them, do not.
    var from = event.target.closest("#from");
    if (from && event.target.type === "radio" && event.target.value !== "other" && event.detail !== 0) fold(from);
  });

  // --- long press or right click on a location: set its boxes by hand ---
  var press = null;
  var pressed = false;
  function correct(panel) {
    var link = panel.querySelector(".loc-hit");
    if (!link) return;
    opener = link.id;
    var url = link.getAttribute("hx-get") + "?tab=correct";
    window.htmx.ajax("GET", url, { target: "#tray", swap: "innerHTML" });
  }
  document.addEventListener("contextmenu", function (event) {
    var panel = event.target.closest(".loc");
    if (!panel || !panel.querySelector(".loc-hit")) return;
    event.preventDefault();
    if (!pressed) correct(panel);
  });
  document.addEventListener("pointerdown", function (event) {
    pressed = false;
    var panel = event.pointerType === "mouse" ? null : event.target.closest(".loc");
    if (!panel) return;
    press = window.setTimeout(function () {
      pressed = true;
      correct(panel);
    }, 550);
  });
  ["pointerup", "pointercancel", "pointermove"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      if (name === "pointermove" && Math.abs(event.movementX) + Math.abs(event.movementY) < 4) return;
      window.clearTimeout(press);
    });
  });
  document.addEventListener(
    "click",
    function (event) {
      if (!pressed || !event.target.closest(".loc")) return;
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true
  );

  // --- a weapon lights its slots and bins; a slot lights its weapon ---
  function light(event) {
    document.querySelectorAll(".is-lit").forEach(function (lit) {
      lit.classList.remove("is-lit");
    });
    var from = event.target.closest && event.target.closest("[data-mount]");
    if (!from || !/over|in$/.test(event.type)) return;
    var mount = from.getAttribute("data-mount");
    document.querySelectorAll('[data-mount="' + mount + '"]').forEach(function (same) {
      if (same !== from) same.classList.add("is-lit");
    });
    (from.getAttribute("data-bins") || "").split(" ").forEach(function (number) {
      var bin = number && document.querySelector('[data-bin="' + number + '"]');
      if (bin) bin.classList.add("is-lit");
    });
  }
  ["mouseover", "mouseout", "focusin", "focusout"].forEach(function (name) {
    document.addEventListener(name, light);
  });

  // --- weapons checked but not fired yet stay checked when somebody else changes the sheet ---
  var checked = null;
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    if (!event.detail.target || event.detail.target.id !== "weapons") return;
    checked = Array.from(document.querySelectorAll("#fire-form input[name=mount]:checked"), function (box) {
      return box.value;
    });
  });
  document.addEventListener("htmx:afterSettle", function () {
    if (!checked) return;
    var last = null;
    checked.forEach(function (value) {
      var box = document.querySelector('#fire-form input[name=mount][value="' + value + '"]');
      if (box) {
        box.checked = true;
        last = box;
      }
    });
    checked = null;
    if (last) window.htmx.trigger(last, "change");
  });

  // --- phone: which pane is on screen; the owed badge leads to the cards ---
  var tabs = document.querySelectorAll("[data-pane]");
  var panes = document.querySelector(".panes");
  function mark(id) {
    tabs.forEach(function (tab) {
      if (tab.getAttribute("data-pane") === id) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    });
  }
  var watcher = new IntersectionObserver(
    function (entries) {
      entries.forEach(function (entry) {
        if (entry.isIntersecting) mark(entry.target.id);
      });
    },
    { root: panes, threshold: 0.6 }
  );
  document.querySelectorAll(".pane").forEach(function (pane) {
    watcher.observe(pane);
  });
  document.addEventListener("click", function (event) {
    var tab = event.target.closest("[data-pane], [data-owed]");
    if (!tab) return;
    event.preventDefault();
    var owed = document.getElementById("owed");
    var pane = tab.hasAttribute("data-owed") ? owed.closest(".pane") : document.getElementById(tab.getAttribute("data-pane"));
    if (panes.scrollWidth > panes.clientWidth) panes.scrollTo({ left: pane.offsetLeft - panes.offsetLeft });
    if (tab.hasAttribute("data-owed")) {
      owed.scrollIntoView({ block: "start" });
      pane.scrollTo({ top: 0 });
      owed.focus({ preventScroll: true });
    }
  });

  withScript();
  place();
})();

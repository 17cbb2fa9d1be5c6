// Runs before the first paint: light "paper" or dark "cockpit", as chosen here or as the system asks.
(function () {
  "use strict";
  var system = window.matchMedia("(prefers-color-scheme: dark)");
  function chosen() {
    try {
      return window.localStorage.getItem("theme");
    } catch (error) {
      return null; // storage is switched off: follow the system
    }
  }
  function apply() {
    var theme = chosen();
    if (theme !== "light" && theme !== "dark") theme = system.matches ? "dark" : "light";
    document.documentElement.setAttribute("data-theme", theme);
  }
  apply();
  system.addEventListener("change", apply);
  window.addEventListener("storage", apply);
  window.ledgerTheme = {
    toggle: function () {
      var next = document.documentElement.getAttribute("data-theme") === "dark" ? "light" : "dark";
      try {
        window.localStorage.setItem("theme", next);
      } catch (error) {
        document.documentElement.setAttribute("data-theme", next); // for this page only
        return;
      }
      apply();
    },
  };
})();

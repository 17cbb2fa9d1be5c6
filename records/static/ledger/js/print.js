// Choosing what to print: one button ticks or clears a group. Without scripts the boxes are ticked one by one.
(function () {
  "use strict";
  document.querySelectorAll("[data-tick-all]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var boxes = Array.from(button.closest("details").querySelectorAll("input[type=checkbox]"));
      var all = boxes.every(function (box) {
        return box.checked;
      });
      boxes.forEach(function (box) {
        box.checked = !all;
      });
      // The form asks for the preview again, as after a tick by hand.
      button.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
})();

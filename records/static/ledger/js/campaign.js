// Choosing machines for a battle: one button for a whole force. Without scripts the boxes are ticked one by one.
(function () {
  "use strict";
  document.querySelectorAll("[data-check-all]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var boxes = button.closest("fieldset").querySelectorAll("input[type=checkbox]:not(:disabled):not([data-out])");
      var all = Array.prototype.every.call(boxes, function (box) {
        return box.checked;
      });
      boxes.forEach(function (box) {
        box.checked = !all;
      });
    });
  });
})();

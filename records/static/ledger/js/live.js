// Streams of changes, for htmx's sse extension. A page out of sight holds no stream: browsers allow six connections to a
// server, and a table has many tabs. A page whose stream is refused looks every few seconds instead, and says so.
(function () {
  "use strict";

  var LOOK = 5000; // between two looks, in milliseconds
  var SLOWEST = 60000; // where looks are not answered
  var AGAIN = 60000; // until a refused stream is asked for again
  var NAMES = ["hello", "changed"];

  // Pages that were refused together do not come back together.
  function about(milliseconds) {
    return milliseconds * (0.75 + Math.random() / 2);
  }

  function note(shown) {
    document.querySelectorAll("[data-live-note]").forEach(function (element) {
      element.hidden = !shown;
    });
  }

  class Live extends EventTarget {
    constructor(address) {
      super();
      this.address = new URL(address, window.location.href);
      this.readyState = EventSource.CONNECTING;
      this.stream = null;
      this.looking = 0;
      this.opening = 0;
      this.turn = this.turn.bind(this);
      document.addEventListener("visibilitychange", this.turn);
      this.turn();
    }

    turn() {
      if (document.hidden) this.rest();
      else this.open();
    }

    open() {
      window.clearTimeout(this.opening);
      if (this.stream || this.readyState === EventSource.CLOSED) return;
      var stream = (this.stream = new EventSource(this.address));
      stream.onopen = () => {
        this.stopLooking();
        this.readyState = EventSource.OPEN;
        if (this.onopen) this.onopen();
      };
      stream.onerror = () => {
        // Else the connection was lost, and the browser comes back by itself.
        if (stream.readyState === EventSource.CLOSED && stream === this.stream) this.refused();
      };
      NAMES.forEach((name) => {
        stream.addEventListener(name, (event) => this.tell(name, event.lastEventId));
      });
    }

    tell(name, version) {
      this.address.searchParams.set("version", version);
      this.dispatchEvent(new MessageEvent(name, { data: version, lastEventId: version }));
    }

    refused() {
      this.stream = null;
      this.opening = window.setTimeout(() => this.open(), about(AGAIN));
      if (!this.looking) this.look(LOOK);
    }

    look(wait) {
      this.looking = window.setTimeout(async () => {
        var next = Math.min(wait * 2, SLOWEST);
        try {
          var address = new URL(this.address);
          address.searchParams.set("once", "");
          var answer = await fetch(address);
          if ([401, 403, 404].includes(answer.status)) {
            // The page asks for its panels, and says what became of it.
            this.tell("changed", "");
            return this.close();
          }
          if (answer.ok) {
            var version = await answer.text();
            if (!this.looking) return;
            note(true);
            next = LOOK;
            if (version !== this.address.searchParams.get("version")) this.tell("changed", version);
          }
        } catch {
          // No connection: the next look comes later.
        }
        if (this.looking) this.look(next);
      }, about(wait));
    }

    stopLooking() {
      window.clearTimeout(this.looking);
      this.looking = 0;
      note(false);
    }

    rest() {
      window.clearTimeout(this.opening);
      this.stopLooking();
      if (this.stream) this.stream.close();
      this.stream = null;
    }

    close() {
      this.readyState = EventSource.CLOSED;
      document.removeEventListener("visibilitychange", this.turn);
      this.rest();
    }
  }

  window.htmx.createEventSource = function (address) {
    return new Live(address);
  };
})();

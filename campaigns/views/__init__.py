"""Pages. Thin: they read through selectors, write through services and answer."""

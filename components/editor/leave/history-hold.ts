/**
 * A second entry of this page over its own, from which Back leads to the first, where it can be asked about. There is at
 * most one, and it goes before anything else does, so that Back from the next page is not this one again.
 */
export function createHold() {
  let isHeld = false;
  return {
    isHeld: () => isHeld,
    take() {
      if (isHeld) return;
      history.pushState(null, "", location.href);
      isHeld = true;
    },
    /** Back has left it. */
    lose() {
      isHeld = false;
    },
    /** Takes it away, then goes. */
    release(go: () => void) {
      if (!isHeld) return go();
      isHeld = false;
      addEventListener("popstate", () => go(), { once: true });
      history.back();
    },
  };
}

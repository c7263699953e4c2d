/** Runs before hydration. React drops presses on parts not yet hydrated; hydrated elements carry its props. */
const keepPresses = `(() => {
  const pending = new Map();
  const longestMs = 10000;
  const isHydrated = (button) => Object.keys(button).some((key) => key.startsWith("__reactProps$"));
  const afterFrames = (count, then) => requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, then) : then()));
  const look = () => {
    for (const [button, pressedAt] of pending) {
      // A press that comes this late would surprise a visitor who has turned to something else.
      const isLate = performance.now() - pressedAt > longestMs;
      if (!isLate && button.isConnected && !isHydrated(button)) continue;
      pending.delete(button);
      if (isLate) continue;
      // By then what was hydrated is committed, and listens.
      afterFrames(3, () => button.isConnected && button.click());
    }
    if (pending.size > 0) requestAnimationFrame(look);
  };
  addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("button[type=button]");
    if (!button || isHydrated(button) || pending.has(button)) return;
    let isHandled = false;
    const note = () => (isHandled = isHydrated(button));
    addEventListener("click", note, { once: true });
    setTimeout(() => {
      removeEventListener("click", note);
      if (isHandled) return;
      pending.set(button, performance.now());
      look();
    });
  }, true);
})()`;

/** A press on a button that React has not hydrated yet is repeated once it has; without this it would do nothing. */
export function EarlyPresses({ nonce }: { nonce?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and the only way to run before React does.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: keepPresses }} />;
}

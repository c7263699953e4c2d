"use client";

import { useEffect } from "react";

type Keeper = Window & { earlyPresses?: { buttons: HTMLElement[]; stop: () => void } };

/** Runs before the page is drawn. React, once it listens, answers a press before it comes to the window. */
const keepPresses = `(() => {
  const buttons = [];
  const keep = ({ target }) => {
    const button = target.closest && target.closest("button[type=button]");
    if (button) buttons.push(button);
  };
  addEventListener("click", keep);
  window.earlyPresses = { buttons, stop: () => removeEventListener("click", keep) };
})()`;

/** Presses of buttons from before React wakes up are kept and made good then; without this they would do nothing. */
export function EarlyPresses({ nonce }: { nonce?: string }) {
  useEffect(() => {
    const early = (window as Keeper).earlyPresses;
    early?.stop();
    for (const button of new Set(early?.buttons.splice(0))) if (button.isConnected) button.click();
  }, []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and the only way to run before React does.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: keepPresses }} />;
}

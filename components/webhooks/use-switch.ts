"use client";

import { useTransition } from "react";
import type { Webhook } from "@/lib/webhooks/schema";
import { callSafely } from "../ui/form/call-safely";
import { say } from "../ui/say";
import type { WebhookActions } from "./actions";

/** Pauses or resumes, and says what that means. */
export function useSwitch(setActive: WebhookActions["setActive"]) {
  const [isPending, startTransition] = useTransition();
  const toggle = ({ id, name, environment, isActive }: Webhook) =>
    startTransition(async () => {
      const data = new FormData();
      data.set("environment", environment);
      data.set("id", id);
      data.set("isActive", String(!isActive));
      const answer = await callSafely(() => setActive(null, data));
      if (answer !== null && "refusal" in answer) {
        say.fault(answer.refusal.sentence ?? "The webhook was not changed.");
      } else if (isActive) say.done(`“${name}” is paused. What happens meanwhile is not sent later.`);
      else say.done(`“${name}” hears again, of what happens from now on.`);
    });
  return { isPending, toggle };
}

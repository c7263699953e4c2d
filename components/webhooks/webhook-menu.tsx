"use client";

import { Ellipsis, Pause, Pencil, Play, RotateCw, Send, Trash2 } from "lucide-react";
import { useTransition } from "react";
import type { Webhook } from "@/lib/webhooks/schema";
import { buttonClasses } from "../ui/button";
import { callSafely } from "../ui/form/call-safely";
import { Menu, type MenuItem } from "../ui/menu";
import { say } from "../ui/say";
import type { WebhookActions } from "./actions";

interface WebhookMenuProps {
  webhook: Webhook;
  toggle: (webhook: Webhook) => void;
  open: (dialog: "edit" | "rotate" | "delete" | "test", webhook: Webhook) => void;
  /** What stands as buttons beside it is left out. */
  isShort?: boolean;
}

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

/** What can be done with one webhook. */
export function WebhookMenu({ webhook, toggle, open, isShort = false }: WebhookMenuProps) {
  const { isActive, name } = webhook;
  const beside: MenuItem[] = [
    ...(isActive
      ? [{ name: "Send a test", icon: <Send {...icon} />, onChoose: () => open("test", webhook) }]
      : []),
    { name: "Edit", icon: <Pencil {...icon} />, onChoose: () => open("edit", webhook) },
    {
      name: isActive ? "Pause" : "Resume",
      icon: isActive ? <Pause {...icon} /> : <Play {...icon} />,
      onChoose: () => toggle(webhook),
    },
  ];
  const items: MenuItem[] = [
    ...(isShort ? [] : beside),
    { name: "Rotate secret", icon: <RotateCw {...icon} />, onChoose: () => open("rotate", webhook) },
    {
      name: "Delete",
      icon: <Trash2 {...icon} />,
      isDanger: true,
      isApart: true,
      onChoose: () => open("delete", webhook),
    },
  ];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Actions for ${name}`}
          className={buttonClasses({ kind: "ghost", shape: "icon" })}
        >
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
        </button>
      }
      items={items}
    />
  );
}

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

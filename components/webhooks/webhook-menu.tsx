"use client";

import { Ellipsis, Pause, Pencil, Play, RotateCw, Send, Trash2 } from "lucide-react";
import type { Webhook } from "@/lib/webhooks/schema";
import { buttonClasses } from "../ui/button";
import { Menu, type MenuItem } from "../ui/menu";

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

"use client";

import { Ellipsis, Pencil, Power, RotateCw, Trash2 } from "lucide-react";
import { startTransition } from "react";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { buttonClasses } from "../ui/button";
import { Menu, type MenuItem } from "../ui/menu";
import { say } from "../ui/say";
import type { KeyActions } from "./actions";

interface KeyMenuProps {
  apiKey: ApiKeyResource;
  state: "on" | "off" | "expired";
  /** Without API access a key can be switched and deleted, and gets no new value. */
  canRotate: boolean;
  setActive: KeyActions["setActive"];
  open: (dialog: "edit" | "rotate" | "delete", key: ApiKeyResource) => void;
}

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

/** What can be done with one key. */
export function KeyMenu({ apiKey, state, canRotate, setActive, open }: KeyMenuProps) {
  const toggle = () =>
    startTransition(async () => {
      const data = new FormData();
      data.set("id", apiKey.id);
      data.set("isActive", String(!apiKey.isActive));
      const answer = await setActive(null, data).catch(() => null);
      if (answer === null) say.fault("Not changed: the connection dropped.");
      else if ("refusal" in answer) say.fault(answer.refusal.sentence ?? "The key was not changed.");
      else say.done(`“${apiKey.name}” is ${apiKey.isActive ? "off" : "on"}.`);
    });
  const items: MenuItem[] = [
    { name: "Edit", icon: <Pencil {...icon} />, onChoose: () => open("edit", apiKey) },
    ...(canRotate && state !== "expired"
      ? [{ name: "Rotate", icon: <RotateCw {...icon} />, onChoose: () => open("rotate", apiKey) }]
      : []),
    ...(state === "expired"
      ? []
      : [
          {
            name: apiKey.isActive ? "Switch off" : "Switch on",
            icon: <Power {...icon} />,
            onChoose: toggle,
          },
        ]),
    {
      name: "Delete",
      icon: <Trash2 {...icon} />,
      isDanger: true,
      onChoose: () => open("delete", apiKey),
    },
  ];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Actions for ${apiKey.name}`}
          className={buttonClasses({ kind: "ghost", shape: "icon" })}
        >
          <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
        </button>
      }
      items={items}
    />
  );
}

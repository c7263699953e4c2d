"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { buttonClasses } from "./button";
import { TextField } from "./field";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "trailing">;

/** A secret, hidden until one asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      type={isShown ? "text" : "password"}
      trailing={
        <button
          type="button"
          aria-label="Show the password"
          aria-pressed={isShown}
          className={buttonClasses({ kind: "ghost", shape: "icon", className: "h-7 w-9" })}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} strokeWidth={1.6} aria-hidden />
        </button>
      }
    />
  );
}

import type { ComponentProps } from "react";
import { TextField } from "../ui/field";

export function EmailField({
  label = "Email",
  ...props
}: Partial<ComponentProps<typeof TextField>> & { id: string }) {
  return (
    <TextField
      large
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      label={label}
    />
  );
}

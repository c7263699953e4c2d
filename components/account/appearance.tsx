"use client";

import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Segmented } from "../ui/segmented";

const choices = [
  { value: "system", name: "As the system" },
  { value: "light", name: "Light" },
  { value: "dark", name: "Dark" },
] as const;

type Choice = (typeof choices)[number]["value"];

const never = () => () => {};

/** Light or dark, kept in this browser. The server cannot know it, so the first drawing shows the system's. */
export function Appearance() {
  const { theme, setTheme } = useTheme();
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const value = (isInBrowser ? (theme as Choice | undefined) : undefined) ?? "system";
  return (
    <Segmented name="appearance" label="Appearance" choices={choices} value={value} onChange={setTheme} />
  );
}

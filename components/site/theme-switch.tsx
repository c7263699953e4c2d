"use client";

import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { buttonClasses } from "../ui/button";

/** Both icons are in the page and CSS shows one: the server cannot know the theme. */
export function ThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <button
      type="button"
      className={buttonClasses({ kind: "ghost", shape: "icon" })}
      aria-label="Change between light and dark"
      onClick={() => setTheme(resolvedTheme === "dark" ? "light" : "dark")}
    >
      <Moon size={16} strokeWidth={1.6} className="dark:hidden" aria-hidden />
      <Sun size={16} strokeWidth={1.6} className="hidden dark:block" aria-hidden />
    </button>
  );
}

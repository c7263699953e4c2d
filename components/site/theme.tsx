"use client";

import { Moon, Sun } from "lucide-react";
// Named by the root layout, this is in every page's first script. Without it other scripts hold copies.
import "next/link";
import { ThemeProvider as NextThemes, useTheme } from "next-themes";
import type { ReactNode } from "react";
import { buttonClasses } from "../ui/button";

/** Light, dark or as the system has it, as `data-theme` on <html>; its script carries the page's nonce. */
export function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <NextThemes
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      enableColorScheme
      {...(nonce === undefined ? {} : { nonce })}
    >
      {children}
    </NextThemes>
  );
}

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

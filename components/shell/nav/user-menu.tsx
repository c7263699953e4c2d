"use client";

import { ChevronsUpDown, CircleUserRound, LogOut, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { startTransition } from "react";
import { leave } from "../../ui/leaving";
import { Menu } from "../../ui/menu";
import { initialsOf } from "./initials";

interface UserMenuProps {
  /** The name, or the address where there is none. */
  name: string;
  signOut: () => Promise<void>;
}

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

/** Who is signed in, at the foot of the sidebar; opens what concerns them alone. */
export function UserMenu({ name, signOut }: UserMenuProps) {
  const router = useRouter();
  const { resolvedTheme, setTheme } = useTheme();
  const isDark = resolvedTheme === "dark";
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex h-14 w-full min-w-0 items-center gap-3 px-4 text-left hover:bg-surface focus-visible:-outline-offset-2 max-xl:justify-center max-xl:px-0"
        >
          <span
            className="grid size-7 shrink-0 place-items-center rounded-full bg-btn text-tiny font-medium text-on-btn forced-colors:border"
            aria-hidden
          >
            {initialsOf(name)}
          </span>
          <span className="min-w-0 flex-1 truncate max-xl:sr-only">{name}</span>
          <ChevronsUpDown
            size={16}
            strokeWidth={1.6}
            className="shrink-0 text-ink-3 max-xl:hidden"
            aria-hidden
          />
        </button>
      }
      items={[
        {
          name: "Account",
          icon: <CircleUserRound {...icon} />,
          onChoose: () => leave(() => router.push("/settings")),
        },
        {
          name: isDark ? "Change to light" : "Change to dark",
          icon: isDark ? <Sun {...icon} /> : <Moon {...icon} />,
          onChoose: () => setTheme(isDark ? "light" : "dark"),
        },
        {
          name: "Sign out",
          icon: <LogOut {...icon} />,
          onChoose: () => leave(() => startTransition(signOut)),
        },
      ]}
    />
  );
}

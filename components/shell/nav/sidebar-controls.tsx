"use client";

import { ChevronsUpDown, CircleUserRound, LogOut, Moon, Search, Sun } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { openPalette, Shortcut } from "../../palette/shortcut";
import { leave } from "../../ui/leaving";
import { Menu } from "../../ui/menu";
import { leaveAccount } from "../../ui/sign-out";
import { type Alerts, isIn, PlaceIcon, placesOf, type Standing } from "./places";

interface SidePlacesProps {
  standing: Standing;
  counts: Partial<Record<string, number>>;
  alerts: Alerts["places"];
}

/** At the side: names and counts from 1,280 px on, icons alone below. */
export function SidePlaces({ standing, counts, alerts }: SidePlacesProps) {
  const path = usePathname();
  return (
    <nav aria-label="Account">
      <ul className="flex flex-col gap-1">
        {placesOf(standing).map((place) => (
          <li key={place.href}>
            <Link
              href={place.href}
              prefetch={false}
              title={place.name}
              aria-current={isIn(path, place) ? "page" : undefined}
              className="group relative flex h-9 items-center gap-3 rounded-medium border border-transparent px-2.5 text-ink-2 hover:bg-surface hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:text-ink touch:h-11 max-xl:justify-center max-xl:px-0"
            >
              <PlaceIcon Icon={place.Icon} size={16} />
              <span className="max-xl:sr-only">{place.name}</span>
              <Count value={counts[place.href] ?? 0} />
              {alerts[place.href]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ value }: { value: number }) {
  if (value === 0) return null;
  return (
    <span className="ml-auto text-small text-ink-3 max-xl:hidden" aria-hidden>
      {value.toLocaleString("en-GB")}
    </span>
  );
}

export function FindButton() {
  return (
    <button
      type="button"
      title="Find anything"
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={openPalette}
      className="flex h-9 w-full items-center gap-3 rounded-control border border-line bg-surface px-2.5 text-ink-3 hover:border-line-strong hover:text-ink-2 touch:h-11 max-xl:justify-center max-xl:px-0"
    >
      <Search size={16} strokeWidth={1.6} className="shrink-0" aria-hidden />
      <span className="max-xl:sr-only">Find anything</span>
      <span className="ml-auto max-xl:hidden" aria-hidden>
        <Shortcut keyName="K" />
      </span>
    </button>
  );
}

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

export function UserMenu({ name, signOut }: { name: string; signOut: () => Promise<void> }) {
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
          onChoose: () => leaveAccount(signOut),
        },
      ]}
    />
  );
}

/** At most two letters for a round mark: of the first and the last word. A letter may be several code units. */
export function initialsOf(name: string): string {
  const words = name
    .split("@")[0]!
    .split(/[\s._-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  const letters = chosen.map((word) => {
    const [first] = [...segments.segment(word.replace(/^[^\p{L}\p{N}]+/u, ""))];
    return first?.segment ?? "";
  });
  return letters.join("").toUpperCase() || "?";
}

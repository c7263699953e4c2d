"use client";

import { ChevronsUpDown, CircleUserRound, List, LogOut, Moon, Plus, Search, Sun } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { hasDashboard } from "@/lib/plans";
import { openPalette, Shortcut } from "../../palette/shortcut";
import { Menu, menuIcon } from "../../ui/menu";
import { keepFocus, leave, leaveAccount } from "../../ui/navigation-guard";
import { toast } from "../../ui/toast";
import {
  type Alerts,
  footPlacesOf,
  isIn,
  type Person,
  type Place,
  PlaceIcon,
  placesOf,
  type Standing,
} from "./places";

interface SidePlacesProps {
  standing: Standing;
  counts: Partial<Record<string, number>>;
  alerts: Alerts["places"];
}

/** At the side: names and counts from 1,280 px on, icons alone below. */
export function SidePlaces({ standing, counts, alerts }: SidePlacesProps) {
  const path = usePathname();
  useEffect(() => {
    void path;
    // A link within a page goes with the page, and the focus with it.
    return keepFocus;
  }, [path]);
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
      <Search {...menuIcon} />
      <span className="max-xl:sr-only">Find anything</span>
      <span className="ml-auto max-xl:hidden" aria-hidden>
        <Shortcut keyName="K" />
      </span>
    </button>
  );
}

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
          <ChevronsUpDown {...menuIcon} className="shrink-0 text-ink-3 max-xl:hidden" />
        </button>
      }
      items={[
        {
          name: "Account",
          icon: <CircleUserRound {...menuIcon} />,
          onChoose: () => leave(() => router.push("/settings")),
        },
        {
          name: isDark ? "Change to light" : "Change to dark",
          icon: isDark ? <Sun {...menuIcon} /> : <Moon {...menuIcon} />,
          onChoose: () => setTheme(isDark ? "light" : "dark"),
        },
        {
          name: "Sign out",
          icon: <LogOut {...menuIcon} />,
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

const itemClasses =
  "group flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 py-1.5 text-tiny text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent data-current:font-medium data-current:text-accent";

const footIcon = { size: 20, strokeWidth: 1.6, "aria-hidden": true };

export function PhonePlaces(props: Person) {
  const [isOpen, setOpen] = useState(false);
  const [Sheet, setSheet] = useState<ComponentType<Person & { isOpen: boolean; onClose: () => void }> | null>(
    null,
  );
  const open = async () => {
    try {
      const loaded = await import("./account-sheet");
      setSheet(() => loaded.AccountSheet);
      setOpen(true);
    } catch {
      toast.fault("That didn't load. Check your connection and try again.");
    }
  };
  return (
    <>
      <FootPlaces
        standing={{ plan: props.usage.plan, isOperator: props.isOperator }}
        alert={props.alerts.foot}
        onAccount={open}
      />
      {Sheet && <Sheet {...props} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

interface FootPlacesProps {
  standing: Standing;
  alert: ReactNode;
  onAccount: () => void;
}

function FootPlaces({ standing, alert, onAccount }: FootPlacesProps) {
  const path = usePathname();
  const places = footPlacesOf(standing);
  const isElsewhere = !places.some((place) => isIn(path, place));
  const third: Place = hasDashboard(standing.plan)
    ? { href: "/codes/new", name: "New", Icon: Plus }
    : { href: "/deliveries", name: "Deliveries", Icon: List };
  const isThird = isIn(path, third);
  return (
    <nav
      aria-label="Account"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {places.map((place) => (
          <FootLink key={place.href} {...place} isCurrent={isIn(path, place) && !isThird} />
        ))}
        <FootLink {...third} isCurrent={isThird} />
        <FootButton name="Find" onPress={openPalette}>
          <Search {...footIcon} />
        </FootButton>
        <FootButton name="Account" onPress={onAccount} isCurrent={isElsewhere && !isThird}>
          <span className="relative">
            <CircleUserRound {...footIcon} />
            {alert}
          </span>
        </FootButton>
      </ul>
    </nav>
  );
}

function FootLink({ href, name, Icon, isCurrent }: Place & { isCurrent: boolean }) {
  return (
    <li className="min-w-0 flex-1">
      <Link
        href={href}
        prefetch={false}
        aria-current={isCurrent ? "page" : undefined}
        className={itemClasses}
      >
        <PlaceIcon Icon={Icon} size={20} />
        {name}
      </Link>
    </li>
  );
}

interface FootButtonProps {
  name: string;
  onPress: () => void;
  isCurrent?: boolean;
  children: ReactNode;
}

function FootButton({ name, onPress, isCurrent = false, children }: FootButtonProps) {
  return (
    <li className="min-w-0 flex-1">
      <button
        type="button"
        aria-haspopup="dialog"
        data-current={isCurrent || undefined}
        onClick={onPress}
        className={itemClasses}
      >
        {children}
        {name}
      </button>
    </li>
  );
}

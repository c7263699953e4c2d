"use client";

import { CircleUserRound, List, Plus, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ComponentType, type ReactNode, useState } from "react";
import { hasDashboard } from "@/lib/plans";
import { openPalette } from "../../palette/shortcut";
import { toast } from "../../ui/toast";
import { footPlacesOf, isIn, type Person, type Place, PlaceIcon, type Standing } from "./places";

const itemClasses =
  "group flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 py-1.5 text-tiny text-ink-2 focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-accent data-current:font-medium data-current:text-accent";

const icon = { size: 20, strokeWidth: 1.6, "aria-hidden": true };

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
          <Search {...icon} />
        </FootButton>
        <FootButton name="Account" onPress={onAccount} isCurrent={isElsewhere && !isThird}>
          <span className="relative">
            <CircleUserRound {...icon} />
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

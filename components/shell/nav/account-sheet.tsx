"use client";

import { BookOpen, LogOut, Moon, Sun } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { hasDashboard } from "@/lib/plans";
import { Dialog } from "../../ui/dialog";
import { leaveAccount } from "../../ui/navigation-guard";
import { WhyNoCodes } from "../no-dashboard";
import { footPlacesOf, isIn, type Person, type Place, placesOf } from "./places";
import { UsageReading } from "./usage-reading";

const rowClasses =
  "flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left text-lead hover:bg-canvas aria-[current]:text-accent";
const icon = { size: 20, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };
const docs: Place = { href: "/docs", name: "Docs", Icon: BookOpen };

interface AccountSheetProps extends Person {
  isOpen: boolean;
  onClose: () => void;
}

export function AccountSheet(props: AccountSheetProps) {
  const { name, usage, requests, alerts, isOperator, signOut, isOpen, onClose } = props;
  const path = usePathname();
  const { resolvedTheme, setTheme } = useTheme();
  const isDark = resolvedTheme === "dark";
  const isShown = hasDashboard(usage.plan);
  const standing = { plan: usage.plan, isOperator };
  const shown = footPlacesOf(standing);
  const places = placesOf(standing).filter((place) => !shown.includes(place));
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={name}>
      <div className="mt-4">
        <UsageReading usage={usage} requests={requests} />
      </div>
      {!isShown && (
        <div className="mt-3">
          <WhyNoCodes usage={usage} />
        </div>
      )}
      <ul className="-mx-3 mt-3 border-t border-line pt-2">
        {[...places, docs].map((place) => (
          <li key={place.href}>
            <Link
              href={place.href}
              prefetch={false}
              onClick={onClose}
              aria-current={isIn(path, place) ? "page" : undefined}
              className={rowClasses}
            >
              <place.Icon {...icon} />
              {place.name}
              {alerts.places[place.href]}
            </Link>
          </li>
        ))}
        <RowButton
          icon={isDark ? <Sun {...icon} /> : <Moon {...icon} />}
          onPress={() => setTheme(isDark ? "light" : "dark")}
        >
          {isDark ? "Change to light" : "Change to dark"}
        </RowButton>
        <RowButton
          icon={<LogOut {...icon} />}
          onPress={() => {
            onClose();
            leaveAccount(signOut);
          }}
        >
          Sign out
        </RowButton>
      </ul>
    </Dialog>
  );
}

interface RowButtonProps {
  icon: ReactNode;
  onPress: () => void;
  children: ReactNode;
}

function RowButton({ icon: sign, onPress, children }: RowButtonProps) {
  return (
    <li>
      <button type="button" onClick={onPress} className={rowClasses}>
        {sign}
        {children}
      </button>
    </li>
  );
}

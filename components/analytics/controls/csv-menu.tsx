"use client";

import { Download } from "lucide-react";
import type { CsvKind } from "@/lib/analytics/schema";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { tableWords } from "../words";

interface CsvMenuProps {
  kinds: readonly CsvKind[];
  /** The table of a kind, of what the page shows. */
  hrefs: Partial<Record<CsvKind, string>>;
}

/** What the page shows, to take along as a table. */
export function CsvMenu({ kinds, hrefs }: CsvMenuProps) {
  const icon = <Download size={16} strokeWidth={1.6} aria-hidden />;
  return (
    <Menu
      trigger={
        <Button>
          {icon}
          CSV
        </Button>
      }
      items={kinds.map((kind) => ({
        name: tableWords[kind],
        icon,
        // An attachment leaves the page where it is.
        onChoose: () => location.assign(hrefs[kind] ?? ""),
      }))}
    />
  );
}

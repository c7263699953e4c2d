import Link from "next/link";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";
import type { AddressFault } from "./read-address";

/** In the place of figures: what of the address says nothing, and the way to figures. */
export function UnreadAddress({ fault }: { fault: AddressFault }) {
  return (
    <>
      <PageHeader title="Usage" />
      <div className="page-x py-10">
        <div role="alert" className="max-w-[66ch]">
          <h2 className="text-title-lg">This address asks for something that there isn't</h2>
          <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{sayFault(fault)}</p>
        </div>
        <Link
          href="/usage"
          prefetch={false}
          className={buttonClasses({ kind: "primary", className: "mt-5" })}
        >
          Show the last 24 hours
        </Link>
      </div>
    </>
  );
}

function sayFault({ name, value }: AddressFault): string {
  if (name === "range") return `“${value}” is no range. There are 24h, 7d and 30d.`;
  if (name === "environment") return `“${value}” is no data of yours. There are production and sandbox.`;
  return "No key of the account, and none that it had, has this id.";
}

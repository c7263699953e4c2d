import Link from "next/link";
import type { AddressFault } from "@/components/analytics/view";
import { buttonClasses } from "@/components/ui/button";
import { detailsPlan } from "@/lib/analytics/schema";

export function UnreadAddress({ fault }: { fault: AddressFault }) {
  const { title, sentence } = sayFault(fault);
  return (
    <div className="page-x py-10">
      <div role="alert" className="max-w-[66ch]">
        <h2 className="text-title-lg">{title}</h2>
        <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{sentence}</p>
      </div>
      <Link
        href="/analytics"
        prefetch={false}
        className={buttonClasses({ kind: "primary", className: "mt-5" })}
      >
        Show the last 30 days
      </Link>
    </div>
  );
}

function sayFault({ name, value }: AddressFault): { title: string; sentence: string } {
  if (name === "code") {
    return {
      title: "There is no such code",
      sentence: "It was deleted, or the address is of another account.",
    };
  }
  if (name === "plan") {
    return {
      title: "Your plan shows scans as a whole",
      sentence: `Figures by the hour, by place, device, system and browser come with ${detailsPlan}.`,
    };
  }
  const title = "This address asks for something that there isn't";
  if (name === "range")
    return { title, sentence: `“${value}” is no range. There are 1h, 1d, 7d, 30d, 90d and 1y.` };
  if (name === "zone") {
    return {
      title,
      sentence: `“${value}” is no time zone. Their names are those of IANA, like Europe/Oslo.`,
    };
  }
  return { title, sentence: `“${value}” is nothing that scans could be narrowed to by ${name}.` };
}

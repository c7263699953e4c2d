"use client";

import { Download, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useRanges } from "@/lib/api-uses/schema";
import { EnvironmentLinks, SandboxLine, SandboxMark } from "../shell/environment";
import { PageHeader } from "../shell/page-header";
import { Button, buttonClasses } from "../ui/button";
import { SegmentedLinks } from "../ui/segmented-links";
import { Spinner } from "../ui/spinner";
import { type UsageView, writeUsageView } from "./address";

const rangeNames = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" };

/** Title, which data, how far back, the same anew and as a table. */
export function UsageHeader({ view, canExport }: { view: UsageView; canExport: boolean }) {
  const { environment, range } = view;
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Usage"
        mark={<SandboxMark environment={environment} />}
        filters={<EnvironmentLinks environment={environment} path={environmentPath(view)} />}
        range={
          <SegmentedLinks
            label="Range"
            links={useRanges.map((one) => ({
              href: writeUsageView({ ...view, range: one }),
              name: rangeNames[one],
              isCurrent: one === range,
            }))}
          />
        }
        actions={
          <>
            <RefreshButton />
            {canExport && (
              <a
                href={writeUsageView(view, "/usage/export")}
                download
                className={buttonClasses({ kind: "secondary" })}
              >
                <Download size={16} strokeWidth={1.6} aria-hidden />
                CSV
              </a>
            )}
          </>
        }
      />
    </>
  );
}

/** A key belongs to one of the two: the other begins with all of its own. */
function environmentPath({ range }: UsageView): string {
  return writeUsageView({ range, environment: "production" });
}

function RefreshButton() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <Button kind="ghost" onClick={() => startTransition(() => router.refresh())} aria-busy={isPending}>
      {isPending ? <Spinner /> : <RotateCw size={16} strokeWidth={1.6} aria-hidden />}
      Refresh
    </Button>
  );
}

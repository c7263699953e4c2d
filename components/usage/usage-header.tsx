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
import { type UsageView, writeUsageView } from "./view";

const rangeNames = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" };

export function UsageHeader({ view, isEmpty }: { view: UsageView; isEmpty: boolean }) {
  const { environment } = view;
  return (
    <>
      <SandboxLine environment={environment} />
      <PageHeader
        title="Usage"
        mark={<SandboxMark environment={environment} />}
        filters={<EnvironmentLinks environment={environment} path={environmentPath(view)} />}
        {...(isEmpty ? {} : { range: <RangeLinks view={view} /> })}
        actions={
          <>
            <RefreshButton />
            {!isEmpty && (
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

function RangeLinks({ view }: { view: UsageView }) {
  return (
    <SegmentedLinks
      label="Range"
      links={useRanges.map((range) => ({
        href: writeUsageView({ ...view, range }),
        name: rangeNames[range],
        isCurrent: range === view.range,
      }))}
    />
  );
}

function environmentPath({ range }: UsageView): string {
  return writeUsageView({ range, environment: "production" });
}

function RefreshButton() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return (
    <Button
      kind="ghost"
      shape="icon"
      aria-label="Refresh"
      title="Refresh"
      aria-busy={isPending}
      onClick={() => startTransition(() => router.refresh())}
    >
      {isPending ? <Spinner /> : <RotateCw size={16} strokeWidth={1.6} aria-hidden />}
    </Button>
  );
}

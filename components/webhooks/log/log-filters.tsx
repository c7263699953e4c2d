"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import type { LogCounts } from "@/lib/webhooks/schema";
import { FilterChoice } from "../../codes/list/filter-choice";
import { sayCount } from "../../ui/counts";
import { SegmentedLinks } from "../../ui/segmented-links";
import { Spinner } from "../../ui/spinner";
import type { Testable } from "../forms/test-form";
import { shownKinds } from "../words";
import { type LogView, logHref } from "./log-address";

interface LogFiltersProps {
  view: LogView;
  counts: LogCounts;
  webhooks: readonly Testable[];
}

/** Of which webhook, which kind and which state; all of it stands in the address. */
export function LogFilters({ view, counts, webhooks }: LogFiltersProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(view);
  const go = (changes: Partial<LogView>) =>
    startTransition(() => {
      show({ ...shown, ...changes });
      router.push(logHref(shown, changes), { scroll: false });
    });
  return (
    <search className="page-start flex flex-wrap items-center gap-2 border-b border-line py-3 pr-4 md:pr-6">
      <FilterChoice
        label="Webhook"
        choices={[
          { value: "", name: "All webhooks" },
          ...webhooks.map(({ id, name }) => ({ value: id, name })),
        ]}
        value={shown.webhookId ?? ""}
        isSet={shown.webhookId !== null}
        onChoose={(value) => go({ webhookId: value === "" ? null : value })}
        className="max-w-40"
      />
      <FilterChoice
        label="Event"
        choices={[
          { value: "", name: "Any event" },
          ...shownKinds.map((kind) => ({ value: kind, name: kind })),
        ]}
        value={shown.eventType ?? ""}
        isSet={shown.eventType !== null}
        onChoose={(value) => go({ eventType: shownKinds.find((kind) => kind === value) ?? null })}
      />
      <div className="max-md:w-full">
        <SegmentedLinks
          label="Status"
          links={(["all", "failed", "waiting"] as const).map((status) => ({
            href: logHref(shown, { status }),
            name: sayStatus(status, counts),
            isCurrent: shown.status === status,
            onFollow(event) {
              event.preventDefault();
              go({ status });
            },
          }))}
        />
      </div>
      <span className="grid size-4 place-items-center max-md:hidden">{isPending && <Spinner />}</span>
    </search>
  );
}

function sayStatus(status: LogView["status"], counts: LogCounts): string {
  if (status === "all") return "All";
  const name = status === "failed" ? "Failed" : "Waiting";
  return counts[status] === 0 ? name : `${name} ${sayCount(counts[status])}`;
}

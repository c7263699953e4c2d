"use client";

import { ArrowLeft } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { Button } from "../../ui/button";
import { Skeleton, SkeletonText, Waiting } from "../../ui/skeleton";
import { isOver, loadDelivery } from "../actions";
import { DeliveryDetail, type DetailProps } from "./delivery-detail";

/** An open one is looked at again when its next attempt should be over; live or not. */
const leastWaitMs = 3_000;

const longestWaitMs = 2 ** 31 - 1;

interface DetailPaneProps extends DetailProps {
  opened: Opened;
  isLoading: boolean;
  retry: () => void;
  listHref: string;
  onClose: () => void;
}

/** The delivery that is opened: beside the list, on small screens in its place. */
export function DetailPane(props: DetailPaneProps) {
  const { opened, isLoading, listHref, onClose } = props;
  return (
    <>
      <a
        href={listHref}
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
        className="mb-3 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-body text-ink-2 lg:hidden"
      >
        <ArrowLeft size={16} strokeWidth={1.6} aria-hidden />
        All deliveries
      </a>
      <div
        aria-busy={isLoading || undefined}
        className="transition-opacity aria-busy:opacity-60 aria-busy:delay-200 motion-reduce:transition-none"
      >
        <Content {...props} />
      </div>
      {opened === null && isLoading && <DetailSkeleton />}
    </>
  );
}

function Content(props: DetailPaneProps) {
  const { opened, isLoading, retry } = props;
  if (opened === null) return isLoading ? null : <Hint />;
  if (opened === "gone") {
    return (
      <Aside title="This delivery is no longer kept">
        Deliveries are deleted after a while, or with their webhook.
      </Aside>
    );
  }
  if (opened === "fault") {
    return (
      <Aside title="The delivery didn't load.">
        <span className="mb-3 block">Check your connection.</span>
        <Button onClick={retry}>Try again</Button>
      </Aside>
    );
  }
  return <DeliveryDetail key={opened.id} {...props} delivery={opened} />;
}

function Hint() {
  return (
    <p className="grid min-h-60 place-items-center text-center text-small text-ink-3">
      <span className="max-w-56">
        Choose a delivery to see its request and response. In the list, ↑ and ↓ move and ↵ opens.
      </span>
    </p>
  );
}

function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status">
      <h2 className="text-heading">{title}</h2>
      <div className="mt-1 text-small text-ink-2">{children}</div>
    </div>
  );
}

function DetailSkeleton() {
  return (
    <Waiting what="The delivery is loading">
      <div className="grid gap-2">
        <SkeletonText className="w-40 text-heading" />
        <SkeletonText className="w-64" />
        <Skeleton className="mt-6 h-24" />
        <Skeleton className="mt-6 h-64" />
      </div>
    </Waiting>
  );
}

type Opened = LogDelivery | "gone" | "fault" | null;

/** @param sign changes when the log tells that the delivery has. */
export function useDelivery(
  environment: Environment,
  id: string | null,
  { initial, sign }: { initial: LogDelivery | null; sign: string | undefined },
) {
  const [opened, setOpened] = useState<Opened>(initial);
  const [isLoading, setLoading] = useState(false);
  const known = useRef<string | null>(initial?.id ?? null);
  const first = useRef(true);

  const load = useCallback(
    async (wanted: string, signal: AbortSignal) => {
      setLoading(true);
      const found = await loadDelivery(environment, wanted, signal).catch(() => "fault" as const);
      if (signal.aborted) return;
      setLoading(false);
      // What is shown already stays over a reading that failed.
      if (found === "fault" && known.current === wanted) return;
      known.current = wanted;
      setOpened(found ?? "gone");
    },
    [environment],
  );

  useEffect(() => {
    // Read again for a change that the log has told.
    void sign;
    const isRead = first.current && id === known.current;
    first.current = false;
    if (id === null || isRead) return;
    const left = new AbortController();
    void load(id, left.signal);
    return () => left.abort();
  }, [id, sign, load]);

  useEffect(() => {
    if (id === null || typeof opened !== "object" || opened === null || isOver(opened)) return;
    const left = new AbortController();
    const dueMs = opened.nextAttemptAt === null ? 0 : Date.parse(opened.nextAttemptAt) - Date.now();
    const waitMs = Math.min(longestWaitMs, Math.max(leastWaitMs, dueMs + leastWaitMs));
    const timer = setTimeout(() => void load(id, left.signal), waitMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [id, opened, load]);

  const retry = () => {
    if (id !== null) void load(id, new AbortController().signal);
  };
  return { opened: id === null ? null : opened, isLoading, retry };
}

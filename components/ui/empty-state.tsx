import type { ReactNode } from "react";
import { CropMarks } from "../codes/qr-sheet";
import { ButtonLink } from "./links";

interface EmptyStateProps {
  mark: string;
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** Shown where a page has nothing to list: an empty frame, the reason, and what to do next. */
export function EmptyState({ mark, title, children, action }: EmptyStateProps) {
  return (
    <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-20 gap-y-16 bg-canvas px-10 py-16">
      <CropMarks tone="text-accent">
        <div className="grid size-40 place-items-center border border-dashed border-mark p-2 text-center text-small font-medium text-accent">
          {mark}
        </div>
      </CropMarks>
      <div className="max-w-[26rem]">
        <h2 className="text-title-lg">{title}</h2>
        <div className="mt-2 grid gap-2 text-ink-2">{children}</div>
        <div className="mt-5 flex flex-wrap gap-2">{action}</div>
      </div>
    </div>
  );
}

interface NeedsApiProps extends Pick<EmptyStateProps, "mark" | "title"> {
  children: string;
  planName: string;
}

/** An empty state for the parts of the API, on a plan without it. */
export function NeedsApi({ mark, title, children, planName }: NeedsApiProps) {
  return (
    <EmptyState
      mark={mark}
      title={title}
      action={
        <ButtonLink href="/plan" kind="primary">
          See the plans
        </ButtonLink>
      }
    >
      <p>
        {children} {planName} doesn't include it.
      </p>
    </EmptyState>
  );
}

/** In the place of codes: why there are none, and a way out. */
export function InPlace({
  title,
  children,
  action,
}: Omit<EmptyStateProps, "mark" | "children"> & { children?: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-12 px-4 py-16 text-center">
      <CropMarks tone="text-accent">
        <div className="size-28 border border-dashed border-mark" />
      </CropMarks>
      <div className="max-w-[28rem]">
        <h2 className="text-title-lg">{title}</h2>
        {children !== undefined && <p className="mt-1.5 text-ink-2 [overflow-wrap:anywhere]">{children}</p>}
        <div className="mt-5 flex justify-center">{action}</div>
      </div>
    </div>
  );
}

export function NoWebhooksHere({ planName }: { planName: string }) {
  return (
    <NeedsApi mark="No webhooks" title="Webhooks come with the API" planName={planName}>
      Your server is notified immediately of every scan and of every code that is created, changed or deleted.
      The API is part of Developer and Pro.
    </NeedsApi>
  );
}

import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "../../ui/button";
import { CropMarks } from "../qr-sheet";
import { type ListState, listHref } from "./list-state";

/** In the place of codes: why there are none, and a way out. */
export function InPlace({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action: ReactNode;
}) {
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

/** Nothing is found by the filters. */
export function NoHit({ state }: { state: ListState }) {
  return (
    <InPlace
      title="Nothing matches"
      action={
        <Link
          href={listHref(state, { q: "", type: null, isDynamic: null })}
          prefetch={false}
          className={buttonClasses({ kind: "secondary" })}
        >
          Clear
        </Link>
      }
    >
      {state.q === "" ? "No code is of that type and kind." : `No name and no target holds “${state.q}”.`}
    </InPlace>
  );
}

/** A page beyond the last one, as after the deletion of its only code. */
export function NoPage({ state, pages }: { state: ListState; pages: number }) {
  return (
    <InPlace
      title={`Nothing on page ${state.page.toLocaleString("en-GB")}`}
      action={
        <Link
          href={listHref(state, { page: pages })}
          prefetch={false}
          className={buttonClasses({ kind: "secondary" })}
        >
          To page {pages.toLocaleString("en-GB")}
        </Link>
      }
    >
      {`The codes end on page ${pages.toLocaleString("en-GB")}.`}
    </InPlace>
  );
}

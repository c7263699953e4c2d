import Link from "next/link";
import type { ContentType } from "@/lib/content/schema";
import { entitlements, type Plan } from "@/lib/plans";
import { InPlace } from "../../ui/empty-state";
import { LinkSign } from "../../ui/link-sign";
import { ButtonLink } from "../../ui/links";
import { CropMarks } from "../qr-sheet";
import { TypeIcon } from "../type-icon";
import { typeNames } from "../type-names";
import { isFiltered, noFilters } from "./list-filters";
import { type ListState, listHref } from "./list-state";

const kinds: readonly ContentType[] = ["url", "wifi", "contact", "email", "sms", "text"];

export function FirstCode({ plan }: { plan: Plan }) {
  return (
    <div className="bench flex flex-1 flex-wrap content-center items-center justify-center gap-x-24 gap-y-16 bg-canvas px-10 py-16 max-md:px-4">
      <CropMarks tone="text-accent">
        <div className="grid aspect-square w-[min(20rem,60vw)] place-items-center border border-dashed border-mark text-small font-medium">
          Your first code
        </div>
      </CropMarks>
      <div className="w-full max-w-[29rem]">
        <h2 className="text-title-lg">What should it open?</h2>
        <p className="mt-1.5 text-ink-2">Pick one. The form and the preview come next.</p>
        <ul className="mt-5 grid grid-cols-2 gap-2.5 max-sm:grid-cols-1">
          {kinds.map((type) => (
            <li key={type}>
              <Link
                href={`/codes/new?type=${type}`}
                prefetch={false}
                className="flex h-14 items-center gap-3 rounded-control border border-line-strong bg-surface px-4 font-medium hover:border-accent hover:bg-accent-tint"
              >
                <LinkSign className="text-accent">
                  <TypeIcon type={type} size={16} />
                </LinkSign>
                {typeNames[type]}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-4 text-small text-ink-3">{formatRoom(plan)}</p>
      </div>
    </div>
  );
}

function formatRoom(plan: Plan): string {
  const { name, codes, dynamicCodes } = entitlements[plan];
  const holds = `${name} holds ${codes.toLocaleString("en-GB")} codes.`;
  if (dynamicCodes === null) return `${holds} Each can change its target after printing.`;
  const some = dynamicCodes === 1 ? "One of them" : `${dynamicCodes} of them`;
  return `${holds} ${some} can change its target after printing.`;
}

export function NoHit({ state }: { state: ListState }) {
  const { q, isArchived } = state;
  const isSearchAlone = q !== "" && !isFiltered({ ...state, q: "" });
  return (
    <InPlace
      title="Nothing matches"
      action={
        <>
          <ButtonLink href={listHref(state, noFilters)}>Clear filters</ButtonLink>
          <ButtonLink href={listHref(state, { isArchived: !isArchived })}>
            {isArchived ? "Search the codes in use" : "Search the archive"}
          </ButtonLink>
        </>
      }
    >
      {isSearchAlone
        ? `No ${isArchived ? "archived code" : "code in this list"} contains “${q}”.`
        : q === ""
          ? "No code matches all of these filters."
          : `No code that contains “${q}” matches the other filters.`}
    </InPlace>
  );
}

/** A list without a filter that has no codes: all are in the other one. */
export function NoneHere({ state }: { state: ListState }) {
  const { isArchived } = state;
  return (
    <InPlace
      title={isArchived ? "No archived codes" : "All codes are archived"}
      action={
        <ButtonLink href={listHref(state, { isArchived: !isArchived })}>
          {isArchived ? "Show codes" : "Show the archive"}
        </ButtonLink>
      }
    >
      {isArchived
        ? "An archived code leaves the list. Its short link keeps working and its scans are counted."
        : "They keep working and count towards your plan."}
    </InPlace>
  );
}

export function NoPage({ state, pages }: { state: ListState; pages: number }) {
  return (
    <InPlace
      title={`Nothing on page ${state.page.toLocaleString("en-GB")}`}
      action={
        <ButtonLink href={listHref(state, { page: pages })}>
          To page {pages.toLocaleString("en-GB")}
        </ButtonLink>
      }
    >
      {`The codes end on page ${pages.toLocaleString("en-GB")}.`}
    </InPlace>
  );
}

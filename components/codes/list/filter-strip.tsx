"use client";

import { Tag as TagIcon } from "lucide-react";
import { useRef, useState } from "react";
import type { Tag } from "@/lib/codes/schema";
import { contentTypes } from "@/lib/content/schema";
import { buttonClasses } from "../../ui/button";
import { countOf } from "../../ui/counts";
import { FilterChip } from "../../ui/filter-chip";
import { FilterChoice } from "../../ui/filter-choice";
import type { Answer } from "../../ui/form/answer";
import { loadLater } from "../../ui/load-later";
import { typeNames } from "../type-names";
import { codeStates, isFiltered, noFilters, periodNames, periods, stateNames } from "./list-filters";
import { defaultOrder, nameOrder, orders, readOrder, shownOrder } from "./list-orders";
import type { ListState } from "./list-state";

const TagDialog = loadLater(() => import("./tag-dialog").then((loaded) => loaded.TagDialog));

export interface FilterActions {
  listFilterTags: () => Promise<Answer<Tag[]>>;
}

interface FilterStripProps {
  shown: ListState;
  go: (changes: Partial<ListState>) => void;
  actions: FilterActions;
}

const any = (name: string) => ({ value: "", name });
const states = [any("Any state"), ...codeStates.map((value) => ({ value, name: stateNames[value] }))];
const types = [any("Any type"), ...contentTypes.map((value) => ({ value, name: typeNames[value] }))];
const orderChoices = Object.entries(orders).map(([value, name]) => ({ value, name }));
const kinds = [any("Any kind"), { value: "true", name: "Dynamic" }, { value: "false", name: "Static" }];
const changes = [
  any("Changed any time"),
  ...periodNames.map((value) => ({ value, name: `Changed: ${periods[value].name.toLowerCase()}` })),
];

/** One row, which scrolls sideways on phones, and below it the chosen tags. */
export function FilterStrip({ shown, go, actions }: FilterStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  /** For a button that goes with what it takes away: the focus stays among the filters. */
  const takeAway = (changed: Partial<ListState>) => {
    strip.current?.querySelector("select")?.focus();
    go(changed);
  };
  return (
    <>
      <div
        ref={strip}
        className="flex items-center gap-2 max-md:-mx-[16px] max-md:w-[calc(100%+32px)] max-md:overflow-x-auto max-md:px-[16px] max-md:py-1 max-md:[scrollbar-width:none] md:w-full md:flex-wrap md:gap-3"
      >
        <Choice
          label="State"
          choices={states}
          value={shown.codeState ?? ""}
          onChoose={(value) => go({ codeState: codeStates.find((state) => state === value) ?? null })}
        />
        <Choice
          label="Type"
          choices={types}
          value={shown.type ?? ""}
          onChoose={(value) => go({ type: contentTypes.find((type) => type === value) ?? null })}
        />
        <Choice
          label="Kind"
          choices={kinds}
          value={shown.isDynamic === null ? "" : String(shown.isDynamic)}
          onChoose={(value) => go({ isDynamic: value === "" ? null : value === "true" })}
        />
        <TagChoice shown={shown} go={go} actions={actions} />
        <Choice
          label="Changed"
          choices={changes}
          value={shown.changed ?? ""}
          onChoose={(value) => go({ changed: periodNames.find((period) => period === value) ?? null })}
        />
        {isFiltered(shown) && (
          <button
            type="button"
            onClick={() => takeAway(noFilters)}
            className={buttonClasses({ kind: "ghost", className: "shrink-0 px-2! text-accent!" })}
          >
            Clear filters
          </button>
        )}
        <FilterChoice
          label="Order"
          className="shrink-0 max-md:flex-none! md:ml-auto"
          choices={shown.q === "" ? orderChoices : [{ value: "", name: nameOrder(null) }, ...orderChoices]}
          value={shownOrder(shown) ?? ""}
          onChoose={(value) => {
            const order = readOrder(value);
            go({ order: order === defaultOrder && shown.q === "" ? null : order });
          }}
        />
      </div>
      {shown.tags.length > 0 && <TagChips shown={shown} go={go} takeAway={takeAway} />}
    </>
  );
}

type ChoiceProps = Omit<Parameters<typeof FilterChoice>[0], "isSet" | "className">;

function Choice(props: ChoiceProps) {
  return <FilterChoice {...props} isSet={props.value !== ""} className="shrink-0 max-md:flex-none!" />;
}

function TagChoice({ shown, go, actions }: FilterStripProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const count = shown.tags.length;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        data-set={count > 0 || undefined}
        onClick={() => setOpen(true)}
        className="inline-flex h-9 shrink-0 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-lead data-set:border-accent data-set:bg-accent-tint max-md:px-2 max-md:tracking-tight touch:h-11 md:text-body"
      >
        <TagIcon size={14} strokeWidth={1.6} className="text-ink-3" aria-hidden />
        {count === 0 ? "Tags" : countOf(count, "tag")}
      </button>
      {isOpen !== null && (
        <TagDialog
          chosen={shown.tags}
          isOpen={isOpen}
          listTags={actions.listFilterTags}
          onClose={() => setOpen(false)}
          onGone={() => setOpen(null)}
          onChoose={(tags) => go({ tags })}
        />
      )}
    </>
  );
}

const modes = [
  { value: "any", name: "Any of these tags" },
  { value: "all", name: "All of these tags" },
];

type TagChipsProps = Omit<FilterStripProps, "actions"> & { takeAway: FilterStripProps["go"] };

function TagChips({ shown: { tags, tagMode }, go, takeAway }: TagChipsProps) {
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {tags.length > 1 && (
        <FilterChoice
          label="Tags match"
          choices={modes}
          value={tagMode}
          onChoose={(value) => go({ tagMode: value === "all" ? "all" : "any" })}
          className="shrink-0 max-md:flex-none!"
        />
      )}
      {tags.map((tag) => (
        <FilterChip
          key={tag}
          words={tag}
          onRemove={() => takeAway({ tags: tags.filter((other) => other !== tag) })}
        />
      ))}
    </div>
  );
}

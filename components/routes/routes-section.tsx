"use client";

import { useState } from "react";
import { entitlements, namePlanWith, type Plan, plans } from "@/lib/plans";
import type { Utm } from "@/lib/routes";
import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { FieldFault, TextField } from "../ui/field";
import { TextLink } from "../ui/links";
import { loadLater } from "../ui/load-later";
import { emptyUtm, type Routing, readUtm } from "./draft";
import { RuleList } from "./rule-list";
import { formatTypedUrl } from "./sentence";
import type { RouteFigures } from "./shares";
import type { UtmPresetActions } from "./utm-presets";

const TryAs = loadLater(() => import("./try-as").then((loaded) => loaded.TryAs));

const UtmPresets = loadLater(() => import("./utm-presets").then((loaded) => loaded.UtmPresets));

export interface RoutesSectionProps {
  routing: Routing;
  /** The code's own address, as typed. */
  target: string;
  plan: Plan;
  /** Of a stored code that has rules. */
  figures: RouteFigures | undefined;
  presets: UtmPresetActions;
  fields: FieldFaults;
  change: (part: Partial<Routing>) => void;
}

/** What decides where a dynamic code's visitors go: rules, campaign parameters, the passed query and goals. */
export function RoutesSection(props: RoutesSectionProps) {
  const { routing, target, plan, figures, presets, fields, change } = props;
  const [isTrying, setTrying] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <section aria-labelledby="rules-heading">
        <h3 id="rules-heading" className="text-body font-medium">
          Rules
        </h3>
        <p className="mt-0.5 mb-3 text-small text-ink-3">
          Visitors go to the address of the first rule that matches. If none matches, they go to the address
          above.
        </p>
        <RuleList
          routes={routing.routes}
          target={target}
          limit={entitlements[plan].routes}
          {...{ figures, fields }}
          change={(routes) => change({ routes })}
        />
        <PlanNote plan={plan} used={routing.routes.length} />
        {routing.routes.length > 0 && (
          <div className="mt-4">
            <Button shape="small" aria-expanded={isTrying} onClick={() => setTrying(!isTrying)}>
              Try as…
            </Button>
            {isTrying && <TryAs routes={routing.routes} target={target} utm={readUtm(routing.utm)} />}
          </div>
        )}
      </section>
      <UtmBuilder
        utm={routing.utm}
        {...{ target, fields }}
        actions={presets}
        change={(utm) => change({ utm })}
      />
      <section aria-labelledby="passing-heading">
        <h3 id="passing-heading" className="text-body font-medium">
          Query and goals
        </h3>
        <Checkbox
          id="field-passQuery"
          label="Pass the query of the short link on"
          hint="Query parameters of the short link are added to the address. Parameters it already has are kept."
          checked={routing.passQuery}
          onChange={(event) => change({ passQuery: event.target.checked })}
        />
        <Goals routing={routing} plan={plan} fields={fields} change={change} />
      </section>
    </div>
  );
}

const parameters: readonly { name: keyof Utm; label: string; placeholder: string }[] = [
  { name: "source", label: "Source", placeholder: "poster" },
  { name: "medium", label: "Medium", placeholder: "qr" },
  { name: "campaign", label: "Campaign", placeholder: "summer" },
  { name: "term", label: "Term", placeholder: "espresso" },
  { name: "content", label: "Content", placeholder: "window" },
];

interface UtmBuilderProps {
  utm: Routing["utm"];
  target: string;
  fields: FieldFaults;
  actions: UtmPresetActions;
  change: (utm: Routing["utm"]) => void;
}

/** Campaign parameters with the address as it will be opened. */
function UtmBuilder({ utm, target, fields, actions, change }: UtmBuilderProps) {
  const [isListed, setListed] = useState(false);
  const filled = readUtm(utm);
  const isEmpty = Object.keys(filled).length === 0;
  const address = target.trim();
  return (
    <section aria-labelledby="utm-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="utm-heading" className="text-body font-medium">
          Campaign parameters (UTM)
        </h3>
        <Button
          kind="ghost"
          shape="small"
          className="-mr-2.5"
          aria-expanded={isListed}
          onClick={() => setListed(!isListed)}
        >
          Presets
        </Button>
      </div>
      <p className="mt-0.5 mb-3 text-small text-ink-3">
        Added to the code's address and to each rule's. Existing parameters are kept.
      </p>
      {isListed && (
        <UtmPresets
          utm={filled}
          actions={actions}
          onApply={(preset) => change({ ...emptyUtm, ...preset } as Routing["utm"])}
        />
      )}
      <div className="rule-pair grid gap-4 sm:grid-cols-2">
        {parameters.map(({ name, label, placeholder }) => (
          <TextField
            key={name}
            id={`field-utm.${name}`}
            label={label}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            value={utm[name]}
            fault={fields.faultOf(`utm.${name}`)}
            onChange={(event) => change({ ...utm, [name]: event.target.value })}
          />
        ))}
      </div>
      {!isEmpty && address !== "" && (
        <div className="mt-4">
          <p className="mb-1 text-small font-medium">Final address</p>
          <p className="font-mono text-mono text-ink-2 [overflow-wrap:anywhere]">
            {formatTypedUrl(address, filled)}
          </p>
        </div>
      )}
    </section>
  );
}

function Goals({
  routing,
  plan,
  fields,
  change,
}: Pick<RoutesSectionProps, "routing" | "plan" | "fields" | "change">) {
  // What a code has, it keeps after a change of plan, and may give up.
  if (!entitlements[plan].goals && !routing.appendScanId) {
    return (
      <p className="py-2 text-small text-ink-2">
        Measuring goals is part of {namePlanWith(({ goals }) => goals)}.{" "}
        <TextLink href="/plan">See the plans</TextLink>
      </p>
    );
  }
  return (
    <>
      <Checkbox
        id="field-appendScanId"
        label="Measure goals"
        hint="Adds qz_scan, the scan's id, to the address, so that your site can report what visitors do."
        checked={routing.appendScanId}
        onChange={(event) => change({ appendScanId: event.target.checked })}
      />
      <FieldFault id="field-appendScanId" fault={fields.faultOf("appendScanId")} />
    </>
  );
}

/** What the plan has, where it bounds what can be added; null on the largest while there is room. */
function PlanNote({ plan, used }: { plan: Plan; used: number }) {
  const { routes: limit, name } = entitlements[plan];
  if (used < limit) return null;
  const larger = plans.map((each) => entitlements[each]).filter(({ routes }) => routes > limit);
  const most = Math.max(...larger.map(({ routes }) => routes));
  const first = larger[0];
  const last = larger.filter(({ routes }) => routes === most).map((each) => each.name);
  const perCode = (count: number) => `${count} ${count === 1 ? "rule" : "rules"} per code`;
  if (first === undefined)
    return <p className="mt-3 text-small text-ink-2">All {perCode(limit)} are used.</p>;
  const kept = used > 0 ? " The rules this code has keep working." : "";
  return (
    <p className="mt-3 text-small text-ink-2">
      {limit === 0 && first.routes < most
        ? `Rules are part of ${first.name}: ${perCode(first.routes)}, and ${most} with ${last.join(" and ")}.`
        : `${name} has ${perCode(limit)}. ${last.join(" and ")} have ${most}.`}
      {limit === 0 && kept} <TextLink href="/plan">See the plans</TextLink>
    </p>
  );
}

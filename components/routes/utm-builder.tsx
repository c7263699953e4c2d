import { useState } from "react";
import { formatFinalUrl, type Utm } from "@/lib/routes";
import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { loadLater } from "../ui/load-later";
import { emptyUtm, type Routing, readUtm } from "./draft";
import type { UtmPresetActions } from "./utm-presets";

const UtmPresets = loadLater(() => import("./utm-presets").then((loaded) => loaded.UtmPresets));

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
export function UtmBuilder({ utm, target, fields, actions, change }: UtmBuilderProps) {
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
            {formatFinalUrl(address, { utm: filled })}
          </p>
        </div>
      )}
    </section>
  );
}

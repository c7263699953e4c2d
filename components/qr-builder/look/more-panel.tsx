import { ChevronRight } from "lucide-react";
import type { ErrorCorrectionLevel } from "@/lib/qr/schema";
import { type Choice, Segmented } from "../../ui/segmented";
import { type LookProps, LookRow, PixelField } from "./look-fields";

const levels: readonly Choice<ErrorCorrectionLevel>[] = [
  { value: "L", name: "L, 7%" },
  { value: "M", name: "M, 15%" },
  { value: "Q", name: "Q, 25%" },
  { value: "H", name: "H, 30%" },
];

export function MorePanel({ look, fields, change, maxSize }: LookProps) {
  return (
    <details className="group md:border-t md:border-line">
      <summary className="flex h-11 items-center gap-2 text-small font-medium text-ink-2 select-none hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          strokeWidth={1.6}
          className="transition-transform group-open:rotate-90 motion-reduce:transition-none"
          aria-hidden
        />
        More
      </summary>
      <LookRow label="Size" faults={[["field-size", fields.faultOf("size")]]}>
        <PixelField
          id="field-size"
          label="Size of the PNG"
          unit="pixels"
          value={look.size}
          usual={1024}
          fault={fields.faultOf("size")}
          onChange={(size) => change({ size })}
          onLeave={() => fields.leave("size")}
        />
        <span className="text-small text-ink-3">
          64 to {maxSize.toLocaleString("en-GB")}. SVG and PDF have no pixels.
        </span>
      </LookRow>
      <LookRow label="Correction">
        {look.logo === null ? (
          <Segmented
            name="level"
            label="Error correction"
            choices={levels}
            value={look.level}
            onChange={(level) => change({ level })}
          />
        ) : (
          <p className="text-small text-ink-2 md:py-2.5">H, 30%: a logo hides modules.</p>
        )}
      </LookRow>
      <LookRow label="Quiet zone" faults={[["field-quietZone", fields.faultOf("quietZone")]]}>
        <PixelField
          id="field-quietZone"
          label="Quiet zone"
          unit="modules"
          value={look.quietZone}
          usual={4}
          fault={fields.faultOf("quietZone")}
          onChange={(quietZone) => change({ quietZone })}
          onLeave={() => fields.leave("quietZone")}
        />
        <span className="text-small text-ink-3">2 to 10. The standard asks for 4.</span>
      </LookRow>
      <LookRow label="Background">
        <label className="flex min-h-9 items-center gap-2.5 text-small touch:min-h-11">
          <input
            type="checkbox"
            checked={look.transparent}
            onChange={(event) => change({ transparent: event.target.checked })}
            className="size-4 accent-accent"
          />
          Transparent. Place it on something light.
        </label>
      </LookRow>
    </details>
  );
}

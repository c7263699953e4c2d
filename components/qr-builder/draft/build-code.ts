import { encodeContent } from "@/lib/content";
import { type ErrorDetail, ServiceError, type Warning } from "@/lib/platform/errors";
import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import type { QrMatrix, Settings, Style } from "@/lib/qr/schema";
import type { Draft, Tab } from "./draft";
import { controlOf, formatFault } from "./messages";
import { nameDraft, readContent } from "./read-content";
import { type Faults, readSettings } from "./read-settings";

export interface Built {
  name: string;
  type: Tab;
  content: string;
  payload: string;
  settings: Settings;
  matrix: QrMatrix;
  style: Style;
  warnings: Warning[];
  svg: string;
}

export interface Terms {
  shortUrl?: string | null;
  maxSize: number;
}

/** Draws the draft, or tells every fault by its control. Pure; a few milliseconds at most. */
export function buildCode(draft: Draft, terms: Terms): { built: Built | null; faults: Faults } {
  const { settings, faults } = readSettings(draft.look, terms.maxSize);
  const content = readContent(draft);
  const encoded = gather(faults, draft, () => encodeContent(draft.tab, content).payload);
  if (encoded === undefined) return { built: null, faults };
  const payload = terms.shortUrl ?? encoded;
  const drawn = gather(faults, draft, () => {
    const matrix = encodeMatrix(payload, symbolFor(settings));
    return { matrix, ...resolveStyle(settings, matrix) };
  });
  if (drawn === undefined || Object.keys(faults).length > 0) return { built: null, faults };
  const name = nameDraft(draft);
  const svg = drawSvg(drawn.matrix, drawn.style, { title: `QR code for ${name}` });
  return { built: { name, type: draft.tab, content, payload, settings, svg, ...drawn }, faults };
}

/** Runs a step; what it refuses goes to `faults` under the control it is about. */
function gather<T>(faults: Faults, draft: Draft, step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const details = error.details ?? [{ field: "content", code: error.code, message: error.message }];
    for (const detail of details) {
      const known = detail.field.startsWith("settings");
      const control = known ? lookControl(detail) : controlOf(detail, draft);
      faults[control] ??= known ? formatLook(detail) : formatFault(detail, draft);
    }
    return undefined;
  }
}

const lookControls: Record<string, string> = {
  "settings.size": "size",
  "settings.color": "dark",
  "settings.eyes.color": "eyeColour",
  "settings.frame.size": "frameSize",
  "settings.frame.color": "frameColour",
  "settings.logo.size": "logoSize",
  "settings.logo.dataUrl": "logo",
  "settings.quietZone": "quietZone",
};

const lookControl = ({ field }: ErrorDetail): string => lookControls[field] ?? "dark";

function formatLook({ code, min, max, actual, example }: ErrorDetail): string {
  if (code === "size_too_small") return `This content needs ${min} pixels or more.`;
  if (code === "contrast_too_low")
    return `Contrast ${actual}:1 can't be scanned. Choose ${min}:1 or more${example ? `, such as ${example}` : ""}.`;
  return `A whole number from ${min} to ${max}.`;
}

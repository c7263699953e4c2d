import { Notice } from "../../ui/notice";
import { CropMarks, QrSheet } from "../qr-sheet";
import { Ruler } from "../ruler";
import { PrintSheet } from "./print-width";
import type { DrawnSheet } from "./shown-code";

/**
 * The code itself, at its largest: ruler, crop marks, sheet. It is never faded, since it prints.
 *
 * @param sheet null where the rules of today refuse what the code holds.
 */
export function Hero({ sheet }: { sheet: DrawnSheet | null }) {
  if (sheet === null) return <Undrawn />;
  return (
    <div className="mx-auto w-(--sheet)">
      <Ruler matrix={sheet.matrix} style={sheet.style} />
      <div className="mt-[27px]">
        <CropMarks>
          <PrintSheet>
            <QrSheet {...sheet.picture} name={sheet.name} />
          </PrintSheet>
        </CropMarks>
      </div>
    </div>
  );
}

function Undrawn() {
  return (
    <Notice tone="warn" title="It can't be drawn any more">
      Its content was taken by an older release, and today's rules refuse it. What is printed goes on working.
    </Notice>
  );
}

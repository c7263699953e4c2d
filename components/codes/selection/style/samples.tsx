import { useMemo } from "react";
import type { StoredCode } from "@/lib/codes/schema";
import type { Settings } from "@/lib/qr/schema";
import { buildCode } from "../../../maker/draft/build-code";
import type { Draft } from "../../../maker/draft/draft";
import { emptyFields } from "../../../maker/draft/fields";
import { openLook } from "../../../maker/draft/open-look";
import { largestSize } from "../../../maker/draft/read-settings";
import { QrSheet } from "../../qr-sheet";
import { layChoice, type StyleChoice } from "./choice";

/** Some of the codes as they would look, drawn as the editor draws them; one that can't be is as it is, with the reason. */
export function Samples({ samples, choice }: { samples: readonly StoredCode[]; choice: StyleChoice }) {
  return (
    <ul aria-label="Some of them" className="grid grid-cols-4 gap-3 md:grid-cols-[repeat(4,6.5rem)] md:gap-4">
      {samples.map((sample) => (
        <Sample key={sample.id} sample={sample} choice={choice} />
      ))}
    </ul>
  );
}

function Sample({ sample, choice }: { sample: StoredCode; choice: StyleChoice }) {
  const { name, shortUrl } = sample;
  const draft = useMemo(() => openSample(sample), [sample]);
  const draw = (each: Draft) => buildCode(each, { shortUrl, maxSize: largestSize.stored });
  const { built, faults } = draw({ ...draft, look: layChoice(draft.look, choice) });
  const fault = built === null ? (Object.values(faults)[0] ?? "It can't be drawn so.") : null;
  const shown = built ?? draw(draft).built;
  return (
    <li className="min-w-0">
      {shown === null ? (
        <div className="aspect-square w-full bg-paper shadow-paper" />
      ) : (
        <QrSheet svg={shown.svg} name={`QR code for ${name}`} faded={fault !== null} />
      )}
      <p className="mt-1.5 truncate text-small">{name}</p>
      {fault !== null && <p className="text-tiny text-stop">{fault}</p>}
    </li>
  );
}

/** As it is stored: its content is drawn to the byte, whatever a form would make of it. */
function openSample({ type, content, settings }: StoredCode): Draft {
  return { ...emptyFields, raw: content, tab: type, look: openLook(settings as Settings) };
}

import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import { CropMarks } from "../codes/crop-marks";
import { QrSheet } from "../codes/qr-sheet";
import { Ruler } from "../codes/ruler";

/** A code that opens an address of ours on a phone, on its bench. */
export function PageCode({ address, name, note }: { address: string; name: string; note: string }) {
  const matrix = encodeMatrix(address, symbolFor(null));
  const { style } = resolveStyle(null, matrix);
  return (
    <div className="mx-auto w-(--sheet) max-w-full">
      <Ruler matrix={matrix} style={style} />
      <div className="mt-[27px]">
        <CropMarks>
          <QrSheet svg={drawSvg(matrix, style, { title: name })} name={name} />
        </CropMarks>
      </div>
      <p className="mt-12 text-small text-ink-3">{note}</p>
    </div>
  );
}

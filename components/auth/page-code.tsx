import { Ruler } from "@/components/codes/ruler";
import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import { CropMarks, QrSheet } from "../codes/qr-sheet";

export function PageCode({ address, name, note }: { address: string; name: string; note: string }) {
  const matrix = encodeMatrix(address, symbolFor(null));
  // A whole number of pixels a module, so that the margin is the four modules that the ruler says.
  const { style } = resolveStyle({ size: 16 * (matrix.size + 8) }, matrix);
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

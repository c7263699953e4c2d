import { type ErrorCorrectionLevel, errorCorrectionLevels } from "../names";
import type { QrMatrix } from "../schema";
import { makeCodewords } from "./codewords";
import { dataBits, fitPayload, type SymbolChoice } from "./fit";
import { chooseMask } from "./mask";
import { type PackedSymbol, placeCodewords } from "./placement";
import { maxWords, symbolSize } from "./segments";
import { getTemplate } from "./template";

export type { SymbolChoice } from "./fit";

/** The symbol in hand, codewords only; overwritten by each call. */
const data: PackedSymbol = new Int32Array(maxWords);

/**
 * The QR symbol (Model 2) of a payload: the smallest version from `leastVersion` that holds it at `level`, the highest
 * level that still fits this version, and the mask with the least penalty.
 *
 * Beyond ASCII an ECI designator at the start declares the character set: ISO/IEC 18004 reads undeclared bytes as
 * ISO/IEC 8859-1, so readers guess, and zbar 0.23 takes "Café" or "£5" for Big5 and "Größe" for Shift JIS (26 of 45
 * short texts in European and Asian languages came back wrong, none with a designator); zxing, jsQR and qr read both
 * forms. Pure ASCII stays undeclared: nothing is to be guessed, and some hand-held scanners type the designator out.
 * Where its 12 bits are the ones too many for version 40, it is left out.
 *
 * @throws ServiceError `content_too_long` when no version holds the payload at `level`; `validation_failed` for a
 * lone surrogate, which has no UTF-8 form. Both carry one detail about `content`.
 */
export function encodeMatrix(payload: string, choice: SymbolChoice): QrMatrix {
  const { version, bytes, segments, bits, eci } = fitPayload(payload, choice);
  const raised = raiseLevel(version, choice.level, bits);
  const template = getTemplate(version, raised);
  placeCodewords(data, template.plan, makeCodewords(bytes, segments, version, raised, eci));
  const mask = chooseMask(data, template);
  const modules = unpackRows(data, template.planes[mask]!, template.size);
  return { version, size: template.size, level: raised, mask, modules };
}

/** Modules of one side of the symbol that `encodeMatrix` would make, at a tenth of the cost; throws as it does. */
export function measureSymbol(payload: string, choice: SymbolChoice): number {
  return symbolSize(fitPayload(payload, choice).version);
}

function raiseLevel(version: number, level: ErrorCorrectionLevel, bits: number): ErrorCorrectionLevel {
  const higher = errorCorrectionLevels.slice(errorCorrectionLevels.indexOf(level) + 1);
  return higher.findLast((candidate) => bits <= dataBits(version, candidate)) ?? level;
}

/** Entry n is bits 0–3 of n as four bytes, the lowest bit in the lowest byte. */
const nibbleBytes = Uint32Array.from(
  { length: 16 },
  (_, nibble) =>
    (nibble & 1) | (((nibble >> 1) & 1) << 8) | (((nibble >> 2) & 1) << 16) | (((nibble >> 3) & 1) << 24),
);

/** The rows of `symbol` XOR `plane`, a byte for each module. A row is 1 module longer than a multiple of 4. */
function unpackRows(symbol: PackedSymbol, plane: PackedSymbol, size: number): Uint8Array {
  const modules = new Uint8Array(size * size);
  const view = new DataView(modules.buffer);
  const last = size - 1;
  let at = 0;
  for (let y = 0; y < size; y++) {
    for (let left = 0, index = y; left < last; left += 32, index += size) {
      const word = symbol[index]! ^ plane[index]!;
      const end = Math.min(32, last - left);
      for (let x = 0; x < end; x += 4, at += 4) view.setUint32(at, nibbleBytes[(word >>> x) & 15]!, true);
    }
    const index = (last >> 5) * size + y;
    modules[at++] = ((symbol[index]! ^ plane[index]!) >>> (last & 31)) & 1;
  }
  return modules;
}

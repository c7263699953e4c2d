import sharp from "sharp";
import { readCode } from "./public-api";

const blocks = " ▀▄█";
const pixels = 4;

/** What a phone reads off a code that a terminal shows in half blocks; null for none. */
export async function readTerminalCode(shown: string): Promise<string | null> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of the code's lines.
  const lines = [...shown.matchAll(/\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m/g)].map(([, line = ""]) => line);
  const width = lines[0]?.length ?? 0;
  if (width === 0) return null;
  const rows = lines.flatMap((line) =>
    [1, 2].map((half) => Array.from(line, (block) => (blocks.indexOf(block) & half ? 0 : 255))),
  );
  const picture = sharp(Buffer.from(rows.flat()), { raw: { width, height: rows.length, channels: 1 } });
  const png = picture.resize({ width: width * pixels, kernel: "nearest" }).png();
  return (await readCode(await png.toBuffer())) ?? null;
}

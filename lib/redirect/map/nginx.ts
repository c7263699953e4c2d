/**
 * The longest parameter that nginx reads is 4,096 bytes (`NGX_CONF_BUFFER`, its quotes included); some are left, so that
 * nothing depends on how it counts.
 */
const longestParameter = 4_000;

/** Characters of a piece of a longer address: escaped, each becomes two at most. */
const pieceLength = longestParameter / 2 - 2;

/** A parameter as nginx reads it between double quotes: only a quote and a backslash mean something there. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** A dollar would begin a variable's name where values may hold variables; this one holds a dollar. */
export const dollarVariable = "qz_dollar";

/** A line of the table of targets and, of an address that is too long for one, the pieces that it names. */
export interface TargetLine {
  line: string;
  /** Lines of the file of pieces, and how many. */
  pieces: string;
  pieceCount: number;
}

/**
 * What a key stands for, whatever characters it has. `geo` takes its value as it is, a dollar included; a value of a `map`
 * may be made of variables.
 *
 * @param key of letters, digits and a dot.
 * @param value of printable ASCII.
 */
export function writeTarget(key: string, value: string): TargetLine {
  const line = `${key} ${quote(value).replaceAll("$", `\${${dollarVariable}}`)};\n`;
  if (line.length <= longestParameter) return { line, pieces: "", pieceCount: 0 };
  const names: string[] = [];
  let pieces = "";
  for (let from = 0; from < value.length; from += pieceLength) {
    const name = `qz_${key.replace(".", "_")}_${names.length}`;
    names.push(`\${${name}}`);
    pieces += `geo $${name} { default ${quote(value.slice(from, from + pieceLength))}; }\n`;
  }
  return { line: `${key} "${names.join("")}";\n`, pieces, pieceCount: names.length };
}

/** Languages of the pages that people see after a scan. The first is for everybody whose own is not among them. */
export const languages = ["en", "de", "fr", "es", "pt"] as const;
export type Language = (typeof languages)[number];

/** More than anybody's settings hold; what comes after is not read. */
const maxRanges = 32;

/**
 * The language that the visitor wants most (RFC 9110, 12.5.4). Regions don't matter (`de-CH` is German), `*` stands for English, and of equal
 * weights the first counts, as browsers list them.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: languages[0], weight: 0 };
  for (const range of (acceptLanguage ?? "").split(",", maxRanges)) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const [primary] = tag.split("-");
    const language = primary === "*" ? languages[0] : languages.find((known) => known === primary);
    const weight = readWeight(parameters);
    if (language !== undefined && weight > best.weight) best = { language, weight };
  }
  return best.language;
}

/** `q=0.8`; one that is no weight takes the range out. */
function readWeight(parameters: readonly string[]): number {
  const [weight] = parameters.filter((parameter) => parameter.startsWith("q"));
  if (weight === undefined) return 1;
  const [, value] = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(weight) ?? [];
  return value === undefined || Number(value) > 1 ? 0 : Number(value);
}

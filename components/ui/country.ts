const countries = new Intl.DisplayNames("en-GB", { type: "region", fallback: "code" });

/** `Norway`, of `NO`; what is no code of a country as it is. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

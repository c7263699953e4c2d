/** With a point or a comma; three places after a comma may be thousands, and nothing is guessed. */
const decimal = /^\d+(?:\.\d+|,\d{1,2})?$/;

/** A number as it is typed; NaN where it is none. */
export function readNumber(text: string): number {
  const entered = text.trim();
  return decimal.test(entered) ? Number(entered.replace(",", ".")) : Number.NaN;
}

/** To a tenth of a millimetre, never more than there is. */
export function floorTenth(mm: number): number {
  return Math.floor(mm * 10 + 1e-6) / 10;
}

/** A module is small, so it has two places; never wider than it is. */
export function sayModuleMm(mm: number): string {
  return `${(Math.floor(mm * 100 + 1e-6) / 100).toFixed(2)} mm`;
}

/** At most two decimals: 66.675 mm is 66.68. */
export function sayMm(mm: number): string {
  return (Math.round(mm * 100) / 100).toLocaleString("en-GB");
}

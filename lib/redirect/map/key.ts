/**
 * A short code that differs from every other one without regard to case, as nginx looks keys of a `map` up and as some
 * file systems look files up: the code in lower case, then which of its characters are capitals. Two codes have one key
 * only where both their letters and their capitals are the same.
 */
export function keyOf(shortCode: string): string {
  return `${shortCode.toLowerCase()}.${shortCode.replace(/[^A-Z]/g, "l").replace(/[A-Z]/g, "u")}`;
}

/** Where what belongs to a code lies below `pages/`: some in a folder, so that no folder holds a million files. */
export function placeOf(shortCode: string): string {
  const key = keyOf(shortCode);
  return `${key.slice(0, 2)}/${key}`;
}

/**
 * `Content-Disposition` of a file that may be shown or saved (RFC 6266): its name in UTF-8, and once more in the ASCII
 * that every client reads.
 *
 * @param name without quotes and backslashes.
 */
export function presentFileName(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|%/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

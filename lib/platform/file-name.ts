/**
 * `Content-Disposition` of a file (RFC 6266): its name in UTF-8, and once more in the ASCII that every client reads.
 *
 * @param name without quotes and backslashes.
 * @param disposition whether it may be shown, or is saved.
 */
export function presentFileName(name: string, disposition: "inline" | "attachment" = "inline"): string {
  const ascii = name.replaceAll(/[^ -~]|%/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

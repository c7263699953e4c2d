/**
 * Licences that differ in nothing but their copyright lines, line breaks and heading are one text with many owners.
 * @param {import("./gather-texts.mjs").Notice[]} notices
 */
export function groupTexts(notices) {
  const groups = new Map();
  for (const { owner, text, copyright } of notices) {
    const { body, copyrights } = splitCopyright(text);
    const key = body.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ");
    if (!groups.has(key)) groups.set(key, { number: groups.size + 1, body, owners: new Map() });
    const lines = [...copyrights, ...(copyright === undefined ? [] : [copyright])].join("; ");
    const { owners } = groups.get(key);
    if (!owners.has(lines)) owners.set(lines, new Set());
    owners.get(lines).add(owner);
  }
  return [...groups.values()];
}

const copyrightLine = /^\W*(?:(?:portions )?copyright\b.*(?:\d{4}|\(c\)|©)|\(c\) |©)/i;
const headings = /^\W*(?:the )?(?:MIT|ISC) licen[cs]e(?: \((?:MIT|ISC)\))?\W*$/i;
const example = /\[yyyy\]|\{yyyy\}|<year>/;

function splitCopyright(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const isOwners = (line) => copyrightLine.test(line) && !example.test(line);
  const clean = (line) => line.replaceAll(/^[\s/*#>_-]+|[\s*_]+$/g, "");
  return {
    copyrights: [...new Set(lines.filter(isOwners).map(clean))],
    body: lines
      .filter((line) => !isOwners(line) && !headings.test(line))
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

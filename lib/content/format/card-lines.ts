/** A line of a vCard, folded or not, with what it says. */
export interface CardLine {
  /** As it was written: its first line and those that continue it. */
  written: string[];
  /** Upper case, without its group; empty where the line is no property. */
  name: string;
  /** With the semicolon before each. */
  parameters: string;
  value: string;
}

/** `group.NAME;PARAM=x:value`; the colon is the first that no quotation marks enclose. */
const contentLine = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)((?:;(?:"[^"]*"|[^":])*)?):([\s\S]*)$/;

function readLine(written: string[]): CardLine {
  const unfolded = written.map((line, place) => (place === 0 ? line : line.slice(1))).join("");
  const [, name = "", parameters = "", value = ""] = contentLine.exec(unfolded) ?? [];
  return { written, name: name.toUpperCase(), parameters, value };
}

/** The lines of the first card of a payload, of which there may be several; of one within it no frame is left. */
export function readFirstCard(payload: string): CardLine[] {
  const groups: string[][] = [];
  for (const line of payload.split(/\r\n|\r|\n/)) {
    const last = groups.at(-1);
    if (last !== undefined && /^[ \t]/.test(line)) last.push(line);
    else groups.push([line]);
  }
  const lines = groups.map(readLine);
  const end = lines.findIndex((line) => isFrame(line, "END"));
  const card = end === -1 ? lines : lines.slice(0, end + 1);
  return card.filter((line, place) => place === 0 || !isFrame(line, "BEGIN"));
}

function isFrame({ name, value }: CardLine, frame: "BEGIN" | "END"): boolean {
  return name === frame && /^vcard\s*$/i.test(value);
}

/** Properties that hold an address; any other may, too, and says so. */
const addresses = new Set(
  "CALADRURI CALURI CONTACT-URI FBURL IMPP KEY LOGO MEMBER PHOTO RELATED SOUND SOURCE TEL URL X-SOCIALPROFILE".split(
    " ",
  ),
);
/** Of these the value may be the picture, the sound or the key itself. */
const held = new Set(["KEY", "LOGO", "PHOTO", "SOUND"]);

/** Whether an address book may be given the line: an address in it is one that opens nothing but a site, a mail or a call. */
export function isSafe({ name, parameters, value }: CardLine): boolean {
  if (!addresses.has(name) && !/;VALUE="?(?:uri|url)\b/i.test(parameters)) return true;
  if (/;(?:ENCODING=)?"?(?:b|base64)"?(?:;|$)/i.test(parameters)) return held.has(name);
  const plain = /QUOTED-PRINTABLE/i.test(parameters) ? decodePrintable(value) : value;
  // Escapes, and what browsers overlook, are no part of a scheme.
  const address = plain.replace(/[\s\\\p{Cc}]/gu, "");
  const scheme = /^[a-z][a-z0-9+-]*:/i.exec(address)?.[0].toLowerCase();
  if (scheme === "data:") return /^data:image\//i.test(address);
  return scheme === undefined || ["http:", "https:", "mailto:", "tel:"].includes(scheme);
}

function decodePrintable(text: string): string {
  return text.replace(/=([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

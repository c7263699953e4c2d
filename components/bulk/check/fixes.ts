import { typeNames } from "../../codes/type-names";
import { changeMember, columnNames, kindNames, type Row, readMember, writeMember } from "../row";
import { readType, suggestKind, suggestType } from "../type-words";
import { type RowFault, validateRow } from "./validate-row";

/** One press fixes a cell; rows whose fix has the same key have the same fault. */
export interface Fix {
  key: string;
  label: string;
  /** The label where it fixes several rows at once; else the label for one is used. */
  labelForAll?: (rows: number) => string;
  apply: (row: Row) => Row;
}

export function findFix(row: Row, fault: RowFault, hasOwnDefault = false): Fix | null {
  const corrects = (fix: Fix | null): fix is Fix => {
    if (fix === null) return false;
    const left = validateRow(fix.apply(row), hasOwnDefault);
    return !left.some(
      ({ column, code, member }) => column === fault.column && code === fault.code && member === fault.member,
    );
  };
  return listFixes(row, fault).find(corrects) ?? null;
}

function listFixes(row: Row, fault: RowFault): (Fix | null)[] {
  switch (fault.column) {
    case "name":
      return fixName(row);
    case "type":
      return [fixType(row)];
    case "kind":
      return [fixKind(row)];
    case "tags":
    case "note":
    case "archived":
    case "publicImage":
      return [];
    case "routes":
    case "utm":
    case "passQuery":
    case "appendScanId":
      return [
        {
          key: `${fault.column} ${fault.code}`,
          label: `Clear ${columnNames[fault.column]}`,
          apply: set({ [fault.column]: "" }),
        },
      ];
    case "slug":
      return [{ key: `slug ${fault.code}`, label: "Remove the slug", apply: set({ slug: "" }) }];
    case "domain":
      return [{ key: `domain ${fault.code}`, label: "Remove the domain", apply: set({ domain: "" }) }];
    case "content":
      return fault.member === undefined ? fixContent(row) : fixMember(row, fault.member);
  }
}

const set = (part: Partial<Row>) => (row: Row) => ({ ...row, ...part });

function fixName({ name, content }: Row): (Fix | null)[] {
  const plainName = [...name.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim()].slice(0, 200).join("");
  if (plainName !== "" && plainName !== name) {
    const isLong = [...name].length > 200;
    const label = isLong ? "Keep the first 200 characters" : "Remove the line breaks";
    return [{ key: `name ${isLong}`, label, apply: (row) => ({ ...row, name: shorten(row.name) }) }];
  }
  const suggested = nameAfter(content);
  if (suggested === "") return [];
  return [
    {
      key: "name",
      label: `Call it “${cut(suggested)}”`,
      apply: (row) => ({ ...row, name: nameAfter(row.content) }),
    },
  ];
}

function shorten(name: string): string {
  return [...name.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim()].slice(0, 200).join("");
}

function nameAfter(content: string): string {
  const text = content.startsWith("{")
    ? (/"(?:ssid|firstName|to|phone)"\s*:\s*"([^"\\]+)"/.exec(content)?.[1] ?? "")
    : content;
  return shorten(text.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "")).slice(0, 100);
}

function fixType({ type, content }: Row): Fix {
  const meant = typeNames[suggestType(type, content)];
  return {
    key: `type ${type} ${meant}`,
    label: `Use ${meant}`,
    labelForAll: (rows) => `Use ${meant} for all ${rows} rows`,
    apply: set({ type: meant }),
  };
}

function fixKind({ kind }: Row): Fix {
  const meant = suggestKind(kind) ? kindNames.dynamic : kindNames.static;
  return {
    key: `kind ${kind} ${meant}`,
    label: `Use ${meant.toLowerCase()}`,
    labelForAll: (rows) => `Use ${meant.toLowerCase()} for all ${rows} rows`,
    apply: set({ kind: meant }),
  };
}

const rules: readonly [key: string, label: string, change: (text: string) => string][] = [
  ["trim", "Remove the spaces", (text) => text.trim()],
  ["https", "Add https://", (text) => `https://${text.trim().replace(/^(?:https?)?:?\/*/i, "")}`],
  ["slashes", "Use / instead of \\", (text) => text.trim().replaceAll("\\", "/")],
  ["%20", "Write %20 for each space", (text) => text.trim().replace(/\s/g, "%20")],
];

function fixContent(row: Row): (Fix | null)[] {
  const type = readType(row.type);
  const { content } = row;
  if (type === "url") {
    const other = suggestType("", content);
    const asOther = other === "url" || other === "text" ? null : retype(typeNames[other]);
    const isHost = /^\s*(?:https?:?\/*)?[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[:/?#]|\s*$)/iu.test(content);
    const known = rules.filter(([key]) => key !== "https" || isHost);
    return [asOther, ...known.map(([key, label, change]) => fixBy(key, label, change))];
  }
  if (type === "sms") return [fixNumber(content)];
  if (type === "email")
    return [fixBy("trim", "Remove the spaces", (text) => text.trim()), fixAddress(content)];
  const other = suggestType("", content);
  return [other === type || other === "text" ? null : retype(typeNames[other])];
}

function retype(meant: string): Fix {
  return { key: `as ${meant}`, label: `Use ${meant} as its type`, apply: set({ type: meant }) };
}

function fixBy(key: string, label: string, change: (text: string) => string): Fix {
  return { key, label, apply: (row) => ({ ...row, content: change(row.content) }) };
}

/** What stands before or behind a number and is none of it: “Tel.”, “ext 2”. */
function fixNumber(text: string): Fix | null {
  const [, before = "", , after = ""] = /^([^\d+(]*)([+\d(][\d ().-]*)(.*)$/s.exec(text) ?? [];
  const extra = after.trim() || before.trim();
  if (extra === "") return null;
  const strip = (content: string) => content.replace(/^[^\d+(]*([+\d(][\d ().-]*).*$/s, "$1").trim();
  return {
    key: `number ${extra}`,
    label: `Remove “${cut(extra)}”`,
    apply: (row) => ({ ...row, content: strip(row.content) }),
  };
}

function fixAddress(text: string): Fix | null {
  const [found] = /[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;]+/.exec(text) ?? [];
  return found === undefined
    ? null
    : { key: `mail ${found}`, label: `Use “${cut(found)}”`, apply: set({ content: found }) };
}

/** Of a content with members the one that is wrong, as far as it can be told. */
function fixMember(row: Row, member: string): (Fix | null)[] {
  const value = readMember(row.content, member);
  if (member === "phone" && typeof value === "string") {
    const fix = fixNumber(value);
    if (fix === null) return [];
    const { content } = fix.apply({ ...row, content: value });
    return [{ ...fix, apply: (one) => ({ ...one, content: writeMember(one.content, member, content) }) }];
  }
  if (member === "url" && typeof value === "string") {
    return [
      fixBy("member url", "Add https://", (text) => changeMember(text, member, (url) => `https://${url}`)),
    ];
  }
  if (member === "security") {
    const isOpen = /^(?:kein|no|none|aucun|nin|offen|ouvert|abiert|frei|free|-)/i.test(String(value));
    const meant = isOpen ? "nopass" : /wep/i.test(String(value)) ? "WEP" : "WPA";
    const label = isOpen ? "It is an open network" : `Use ${meant}`;
    return [
      {
        key: `security ${String(value)}`,
        label,
        apply: (one) => ({ ...one, content: writeMember(one.content, member, meant) }),
      },
    ];
  }
  if (member === "password" && value === undefined) {
    return [
      {
        key: "open",
        label: "It is an open network",
        apply: (one) => ({ ...one, content: writeMember(one.content, "security", "nopass") }),
      },
    ];
  }
  return [];
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

export interface ShownFault extends RowFault {
  fix: Fix | null;
}

/** Lists the faults of a row with a fix for each. Loaded on demand: schemas and encoders are heavy. */
export function validateLine(row: Row, hasOwnDefault = false): ShownFault[] {
  const faults = validateRow(row, hasOwnDefault);
  return faults.map((fault) => ({ ...fault, fix: findFix(row, fault, hasOwnDefault) }));
}

export { presentServerFaults } from "./validate-row";

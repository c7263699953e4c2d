import { encodeContent, readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";
import { hasFile } from "../files";
import type { Content } from "../frame";
import type { Html } from "../html";
import type { Words } from "../words";
import { nameCard, writeContact } from "./contact";
import { writeEmail } from "./email";
import { writeSms } from "./sms";
import { writeText } from "./text";
import { writeWifi } from "./wifi";

/** What a code holds. */
export interface Held {
  type: ContentType;
  content: string;
  shortCode: string;
}

/** The page of a code that holds no web address. */
export function writeOpened(held: Held, words: Words): Content {
  const parsed = readContent(held.type, held.content);
  return {
    status: 200,
    title: nameContent(parsed, words),
    main: writeContent(held, parsed, words),
    canCopy: parsed.type !== "contact",
  };
}

function writeContent(held: Held, parsed: ParsedContent, words: Words): Html {
  switch (parsed.type) {
    case "contact":
      return writeContact(parsed, addressFile(held, "contact.vcf"), words);
    case "wifi": {
      const { payload } = encodeContent(held.type, held.content);
      return writeWifi(parsed, payload, addressFile(held, "network.mobileconfig"), words);
    }
    case "email":
      return writeEmail(parsed, words);
    case "sms":
      return writeSms(parsed, words);
    case "text":
      return writeText(parsed.text, words);
    case "url":
      return writeText(parsed.url, words);
  }
}

function addressFile(held: Held, fileName: string): string | null {
  return hasFile(held, fileName) ? `/r/${held.shortCode}/${fileName}` : null;
}

/** The title of a page: what it is about, then its kind. */
export function nameContent(parsed: ParsedContent, { kinds }: Words): string {
  const kind = kinds[parsed.type];
  const name = nameSubject(parsed);
  return name === undefined ? kind : `${name} · ${kind}`;
}

/** What the content is called: whom it reaches, which network; undefined where that is nothing. */
export function nameSubject(parsed: ParsedContent): string | undefined {
  const name = findName(parsed);
  return name === undefined || name.trim() === "" ? undefined : name;
}

function findName(parsed: ParsedContent): string | undefined {
  switch (parsed.type) {
    case "contact":
      return nameCard(parsed);
    case "wifi":
      return parsed.ssid;
    case "email":
      return parsed.to.join(", ");
    case "sms":
      return parsed.phone;
    default:
      return undefined;
  }
}

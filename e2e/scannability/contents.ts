import type { ContentType } from "@/lib/content/schema";

export interface Content {
  type: ContentType;
  content: string;
}

/** Draws from a seeded series of numbers. */
export class Chance {
  constructor(readonly next: () => number) {}

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.between(0, 9)).join("");
  }

  words(count: number, from: readonly string[] = this.pick(languages), separator = " "): string {
    return Array.from({ length: count }, () => this.pick(from)).join(separator);
  }
}

const english = "hello menu open daily free wifi guest table order street summer".split(" ");
const languages = [
  english,
  "Süße Grüße Köln Düsseldorf für über schön größer Straße Brötchen Käse geöffnet".split(" "),
  "déjà réservé crème brûlée spécialité élevé café naïve garçon hôtel".split(" "),
  "Zażółć gęślą jaźń łódka Kraków święto źródło".split(" "),
  "привет мир меню кафе улица дом".split(" "),
  ["こんにちは", "日本語", "東京都", "漢字", "喫茶店"],
];

const makers: Record<ContentType, (chance: Chance) => unknown> = {
  url: (chance) =>
    `https://example.com/${chance.words(chance.between(1, 8), english, "/")}/${chance.digits(4)}`,
  text: (chance) => chance.words(chance.between(1, 12)),
  wifi: (chance) => ({
    ssid: chance.pick(["Guests", "Café", "Gäste-WLAN", "👩🏽‍🚀", "家"]),
    password: chance.pick([chance.digits(chance.between(8, 33)), chance.words(3, english, "-")]),
    hidden: chance.next() < 0.3,
  }),
  contact: (chance) => ({
    firstName: chance.pick(["Ada", "Jörg", "Zoë", "Łukasz", "太郎"]),
    lastName: chance.pick(["Lovelace", "Müller", "Šimić", "山田"]),
    phone: `+49 [30] ${chance.digits(8)}`,
    organization: chance.words(2),
  }),
  vcard: (chance) => ({
    lastName: chance.pick(["Lovelace", "Müller"]),
    phones: [{ type: "work", number: `+44${chance.digits(9)}` }],
    emails: ["ada@example.com"],
    address: { street: chance.words(2), city: "Köln", country: "DE" },
  }),
  email: (chance) => ({ to: "info@example.com", subject: chance.words(3), body: chance.words(8) }),
  sms: (chance) => ({ phone: `+49${chance.digits(9)}`, message: chance.words(chance.between(2, 12)) }),
};

export function makeContent(chance: Chance, type: ContentType): Content {
  const content = makers[type](chance);
  return { type, content: typeof content === "string" ? content : JSON.stringify(content) };
}

/** An address of so many characters, most short. */
export function makeAddress(chance: Chance, length = chance.between(22, 90)): Content {
  return { type: "url", content: `https://example.com/${chance.words(40, english, "/")}`.slice(0, length) };
}

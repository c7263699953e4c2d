import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "@/lib/platform/language";
import { type Page, writePage } from ".";

const context = {
  language: "en",
  requestId: "req_0123456789abcdefghij",
  reportUrl: "/report/7kQm2XbT",
} as const;
const shortCode = "7kQm2XbT";
const open = (type: "contact" | "vcard" | "wifi" | "email" | "sms" | "text", content: unknown): Page => ({
  kind: "opened",
  type,
  content: typeof content === "string" ? content : JSON.stringify(content),
  shortCode,
});
const show = (url: string): Page => ({ kind: "preview", type: "url", content: url, url, shortCode });
const wifi = { ssid: "Halden Guests", password: "coffee-and-rye-42" };

const card = {
  firstName: "Marguerite",
  lastName: "Oyelaran-Schwarzenbacher",
  organization: "Halden Werkzeugmaschinenbau GmbH & Co. KG",
  title: "Leiterin Qualitätssicherung",
  phones: [
    { type: "cell", number: "+49 171 5550199" },
    { type: "work", number: "+49 30 5550100" },
  ],
  emails: ["marguerite@halden.example", "m@halden.example"],
  url: "https://halden.example/team",
  address: { street: "Sonnenallee 211a", city: "Berlin", postalCode: "12059", country: "Deutschland" },
  birthday: "1985-04-12",
  note: "Erreichbar Mo–Fr.\nMehr auf https://halden.example/kontakt.",
};

const pages: [name: string, page: Page, status: number][] = [
  ["contact", open("contact", { firstName: "Ada", phone: "+44 1632 960001" }), 200],
  ["card", open("vcard", card), 200],
  ["network", open("wifi", { ...wifi, password: "x".repeat(63), hidden: true }), 200],
  ["email", open("email", { to: ["a@b.example"], subject: "S", body: "B".repeat(500) }), 200],
  ["message", open("sms", { phone: "+441632960001", message: "M" }), 200],
  ["text", open("text", "T ".repeat(500)), 200],
  ["preview", show("https://halden.example/menu"), 200],
  ["preview of a card", { ...open("vcard", card), kind: "preview", url: null } as Page, 200],
  ["root of an own domain", { kind: "root" }, 200],
  ["unknown", { kind: "unknown" }, 404],
  ["off", { kind: "closed", why: "off" }, 410],
  ["expired", { kind: "closed", why: "expired" }, 410],
  ["used up", { kind: "closed", why: "used_up" }, 410],
  ["suspended", { kind: "closed", why: "suspended" }, 410],
  ["blocked", { kind: "closed", why: "blocked" }, 410],
  ["not yet", { kind: "not_yet", startsAt: new Date("2027-03-03T08:00:00Z") }, 404],
  ["unavailable", { kind: "unavailable", retryAfterSeconds: 5 }, 503],
  ["throttled", { kind: "throttled", retryAfterSeconds: 600 }, 429],
];

const hashesOf = (body: string, element: string) =>
  [...body.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"))].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );

describe.each(pages)("the page: %s", (_, page, status) => {
  const answers = languages.map((language) => ({ language, ...writePage(page, { ...context, language }) }));

  it("is under 15,000 bytes in each language, and declares the language", () => {
    for (const { language, headers, body, status: answered } of answers) {
      expect(answered).toBe(status);
      expect(Buffer.byteLength(body)).toBeLessThan(15_000);
      expect(headers["Content-Length"]).toBe(String(Buffer.byteLength(body)));
      expect(headers["Content-Language"]).toBe(language);
      expect(headers["X-Request-Id"]).toBe(context.requestId);
      expect(headers.Vary).toBe("Accept-Language");
      expect(body).toContain(`<html lang="${language}">`);
    }
    expect(new Set(answers.map(({ body }) => body)).size).toBe(languages.length);
  });

  it("allows only its own style and script by hash, and loads nothing", () => {
    for (const { body, headers } of answers) {
      const policy = headers["Content-Security-Policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      for (const rule of [
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "img-src data:",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(
        hashesOf(body, "style")
          .map((hash) => `style-src ${hash}`)
          .filter((rule) => policy.includes(rule)),
      ).toHaveLength(1);
      const scripts = hashesOf(body, "script");
      expect(policy.includes("script-src")).toBe(scripts.length > 0);
      for (const hash of scripts) expect(policy).toContain(`script-src ${hash}`);
      expect(body).not.toMatch(/ (?:src|srcset|style|on\w+)=|@import|url\(/);
      expect([...body.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href?.slice(0, 19))).toEqual([
        "data:image/svg+xml,",
      ]);
    }
  });

  it("must not be cached or indexed", () => {
    expect(answers[0]?.headers).toMatchObject({
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    });
  });
});

describe("refusal pages", () => {
  it("show the request id and when to try again", () => {
    const { body, headers } = writePage({ kind: "throttled", retryAfterSeconds: 600 }, context);
    expect(headers["Retry-After"]).toBe("600");
    expect(body).toContain("Try again in 10 minutes.");
    expect(body).toContain(context.requestId);
    const soon = writePage({ kind: "unavailable", retryAfterSeconds: 5 }, { ...context, language: "de" });
    expect(soon.headers["Retry-After"]).toBe("5");
    expect(soon.body).toContain("Neuer Versuch in 5 Sekunden.");
  });

  it("show when the code opens", () => {
    const startsAt = new Date("2027-03-03T08:00:00Z");
    const say = (language: (typeof languages)[number]) =>
      writePage({ kind: "not_yet", startsAt }, { ...context, language }).body;
    expect(say("en")).toContain("It opens on 3 March 2027 at 08:00 UTC.");
    expect(say("de")).toContain("Er öffnet am 3. März 2027 um 08:00 UTC.");
  });

  it("link to the report form if there is something to report", () => {
    expect(writePage({ kind: "closed", why: "off" }, context).body).toContain('href="/report/7kQm2XbT"');
    expect(writePage({ kind: "unknown" }, { ...context, reportUrl: null }).body).not.toContain("<footer>");
  });
});

describe("pages of an opened code", () => {
  const read = (page: Page) => writePage(page, context).body;

  it("are the same for JSON content and its encoded payload", () => {
    const body = (page: Page) => read(page).replace(/<svg[\s\S]*<\/svg>/, "");
    expect(body(open("wifi", "WIFI:S:Halden Guests;T:WPA;P:coffee-and-rye-42;;"))).toBe(
      body(open("wifi", wifi)),
    );
    expect(body(open("sms", "SMSTO:+441632960001:Hi: there"))).toBe(
      body(open("sms", { phone: "+44 1632 960001", message: "Hi: there" })),
    );
    expect(read(open("email", "mailto:a@b.example?subject=Hi%20there"))).toBe(
      read(open("email", { to: "a@b.example", subject: "Hi there" })),
    );
    const mecard = read(open("contact", "MECARD:N:Lovelace,Ada;TEL:+441632960001;;"));
    expect(mecard).toBe(
      read(open("contact", { firstName: "Ada", lastName: "Lovelace", phone: "+441632960001" })),
    );
  });

  it("link phone numbers, emails and web addresses with their own schemes", () => {
    const body = read(open("vcard", card));
    expect(body).toContain('href="tel:+491715550199"');
    expect(body).toContain('href="mailto:m@halden.example"');
    expect(body).toContain('href="https://halden.example/team" rel="noopener noreferrer nofollow"');
    expect(body).toContain(
      'href="https://halden.example/kontakt" rel="noopener noreferrer nofollow">https://halden.example/kontakt</a>.',
    );
    expect(body).toContain(`href="/r/${shortCode}/contact.vcf"`);
    expect(body).toContain("12059 Berlin");
    expect(body).toContain('<time datetime="1985-04-12">12 April 1985</time>');
    expect(read(open("sms", { phone: "+44 1632 960001", message: "Hi & bye?" }))).toContain(
      'href="sms:+441632960001?&amp;body=Hi%20%26%20bye%3F"',
    );
    expect(read(open("email", { to: "a@b.example", subject: "1 + 1", body: "x\ny" }))).toContain(
      'href="mailto:a@b.example?subject=1%20%2B%201&amp;body=x%0D%0Ay"',
    );
  });

  it("do not link unsafe or other schemes", () => {
    const urls = [
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://a.example",
      "https://bank.example@evil.example",
    ];
    for (const url of urls) {
      const raw = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nURL:${url}\r\nTEL:*#06#\r\nNOTE:${url}\r\nEND:VCARD`;
      const hrefs = [...read(open("vcard", raw)).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
      expect(hrefs, url).toEqual([`/r/${shortCode}/contact.vcf`, context.reportUrl]);
      expect(read(open("text", url)), url).not.toMatch(/<a href="(?!\/report)/);
    }
  });

  it("offer no profile for an enterprise network, and show invalid Wi-Fi content as text", () => {
    expect(read(open("wifi", "WIFI:T:WPA2-EAP;S:Corp;I:me;P:x;;"))).not.toContain("mobileconfig");
    expect(read(open("wifi", "WIFI:T:WPA;P:nameless;;"))).toContain("WIFI:T:WPA;P:nameless;;");
    expect(read(open("wifi", `WIFI:T:WPA;S:Big;P:${"x".repeat(300)};;`))).not.toContain('role="img"');
  });
});

describe("P3: preview page", () => {
  const read = (url: string) => writePage(show(url), context).body;

  it("shows the host in punycode and in its readable form", () => {
    const body = read("https://xn--mnchen-3ya.example/a");
    expect(body).toContain("<span>xn--mnchen-3ya.</span><span>example</span>");
    expect(body).toContain("<bdi>münchen.example</bdi>");
    expect(body).toContain("some look like others");
    expect(read("https://halden.example/a")).not.toContain("some look like others");
  });

  it("shows the full URL, the port and a warning about unencrypted connections", () => {
    const body = read("http://halden.example:8080/a?b=1&c=<2>");
    expect(body).toContain("<span>halden.</span><span>example:8080</span>");
    expect(body).toContain("http://halden.example:8080/a?b=1&amp;c=%3C2%3E");
    expect(body).toContain("The connection is not encrypted.");
    expect(body).toContain(`href="/r/${shortCode}"`);
  });

  it("hides a network's password", () => {
    const page = { ...open("wifi", wifi), kind: "preview", url: null } as Page;
    expect(writePage(page, context).body).not.toContain(wifi.password);
  });
});

describe("source code of the pages", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, "utf8")] as const);

  it("quotes every attribute value", () => {
    expect(sources.filter(([, text]) => /[\w-]=\$\{/.test(text)).map(([file]) => file)).toEqual([]);
  });
});

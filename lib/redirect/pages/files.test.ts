import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { writeFile, writePage } from ".";

const shortCode = "7kQm2XbT";
type Held = Parameters<typeof writeFile>[0];
const hold = (type: Held["type"], content: unknown): Held => ({
  type,
  content: typeof content === "string" ? content : JSON.stringify(content),
  shortCode,
});

/** Readers that share no code with us: Python's standard library. */
function ask<T>(program: string, input: string): T {
  return JSON.parse(execFileSync("python3", ["-c", program], { input, encoding: "utf8" }));
}

const readPlist = (body: string) =>
  ask<Record<string, unknown> & { PayloadContent: Record<string, unknown>[] }>(
    "import sys,json,plistlib;print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))",
    body,
  );

/** Content lines by name, unfolded and unescaped as RFC 2426 has it; fails at a line that ends in anything but CRLF. */
const readCard = (body: string) =>
  ask<Record<string, string[]>>(
    `
import sys, json, re
raw = sys.stdin.buffer.read().decode("utf-8")
assert raw.endswith("\\r\\n") and "\\n" not in raw.replace("\\r\\n", ""), "line ends"
lines = re.sub("\\r\\n[ \\t]", "", raw).split("\\r\\n")[:-1]
assert lines[0] == "BEGIN:VCARD" and lines[-1] == "END:VCARD", "frame"
card = {}
for line in lines[1:-1]:
    name, value = line.split(":", 1)
    undo = lambda m: "\\n" if m[1] in "nN" else m[1]
    card.setdefault(name, []).append(re.sub(r"\\\\(.)", undo, value))
print(json.dumps(card))
`,
    body,
  );

describe("contact.vcf", () => {
  const content = {
    firstName: "Ada; the, first\\",
    lastName: "Łovelace",
    organization: "Engines, Ltd; London",
    phones: [
      { type: "cell", number: "+44 1632 960001" },
      { type: "work", number: "+44 1632 960002" },
    ],
    emails: ["ada@example.com"],
    url: "https://ada.example/?a=1,2;3",
    birthday: "1815-12-10",
    note: "one\ntwo, three 😀",
    address: { street: "12 St James's Square", city: "London", postalCode: "SW1Y" },
  };

  it("is parsed field by field by an independent reader", () => {
    const file = writeFile(hold("vcard", content), "contact.vcf");
    expect(readCard(file?.body ?? "")).toEqual({
      VERSION: ["3.0"],
      N: ["Łovelace;Ada; the, first\\;;;"],
      FN: ["Ada; the, first\\ Łovelace"],
      ORG: ["Engines, Ltd; London"],
      "TEL;TYPE=CELL": ["+44 1632 960001"],
      "TEL;TYPE=WORK": ["+44 1632 960002"],
      EMAIL: ["ada@example.com"],
      URL: ["https://ada.example/?a=1,2;3"],
      ADR: [";;12 St James's Square;London;;SW1Y;"],
      NOTE: ["one\ntwo, three 😀"],
      BDAY: ["1815-12-10"],
    });
    expect(file?.body).toContain("N:Łovelace;Ada\\; the\\, first\\\\;;;\r\n");
  });

  it("is sent as a download with its type and length", () => {
    const file = writeFile(hold("contact", { firstName: "Zoë" }), "contact.vcf");
    expect(file?.headers).toMatchObject({
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Disposition": 'attachment; filename="contact.vcf"',
      "Content-Length": String(Buffer.byteLength(file?.body ?? "")),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    });
  });

  it("is written from raw vCards and MECARDs too, with CRLF line ends", () => {
    const raw = writeFile(
      hold("vcard", "BEGIN:VCARD\nVERSION:4.0\nFN:Jo\nX-OWN:1\nEND:VCARD\n\n"),
      "contact.vcf",
    );
    expect(readCard(raw?.body ?? "")).toEqual({ VERSION: ["4.0"], FN: ["Jo"], "X-OWN": ["1"] });
    const mecard = writeFile(hold("contact", "MECARD:N:Doe,John;TEL:+1555;;"), "contact.vcf");
    expect(readCard(mecard?.body ?? "")).toMatchObject({ FN: ["John Doe"], TEL: ["+1555"] });
  });

  const fileOf = (content: string) => writeFile(hold("vcard", content), "contact.vcf")?.body ?? "";
  const framed = (...lines: string[]) =>
    ["BEGIN:VCARD", "VERSION:3.0", "FN:Jo", ...lines, "END:VCARD"].join("\n");

  it.each([
    ["two cards", `${framed("TEL:1111")}\n${framed("TEL:2222")}`],
    [
      "two cards, the second without a name",
      `${framed("TEL:1111")}\nBEGIN:VCARD\nVERSION:3.0\nTEL:3333\nEND:VCARD`,
    ],
    [
      "two cards with spaces and lower case",
      `${framed("TEL:1111")} \nbegin:vcard\nVERSION:3.0\nTEL:2\nend:vcard `,
    ],
    [
      "two cards, the first with a folded END",
      `${framed("TEL:1111").replace("END", "EN\n D")}\n${framed("TEL:2222")}`,
    ],
  ])("contains only the first card, as the page does: %s", (_, content) => {
    const body = fileOf(content);
    const trimmed = body.replace("EN\r\n D", "END").replace("VCARD \r\n", "VCARD\r\n");
    expect(readCard(trimmed)).toEqual({ VERSION: ["3.0"], FN: ["Jo"], TEL: ["1111"] });
    const page = writePage(
      { kind: "opened", type: "vcard", content, shortCode },
      { language: "en", requestId: "req_x", reportUrl: null },
    );
    expect(page.body.match(/<bdi>\d+<\/bdi>/g)).toEqual(["<bdi>1111</bdi>"]);
  });

  it("drops a card nested within the card", () => {
    const body = fileOf(framed("AGENT:", "BEGIN:VCARD", "TEL:2"));
    expect(body.match(/BEGIN:VCARD|END:VCARD/g)).toEqual(["BEGIN:VCARD", "END:VCARD"]);
  });

  it("leaves out links with unsafe schemes", () => {
    const lines = [
      "PHOTO;VALUE=uri:file:///etc/passwd",
      "PHOTO;VALUE=URI;TYPE=jpeg:FILE:///etc/passwd",
      "item1.PHOTO;VALUE=uri:f\n ile:///etc/passwd",
      "URL:javascript:alert(1)",
      "URL:javascript\\:alert(1)",
      "URL: java\tscript:alert(1)",
      "URL;ENCODING=QUOTED-PRINTABLE:=01javascript=3Aalert(1)",
      "URL;ENCODING=b:amF2YXNjcmlwdDphbGVydCgxKQ==",
      "URL;VALUE=uri:data:text/html,x",
      "X-OWN;VALUE=uri:smb://a.example/x",
      "X-SOCIALPROFILE;TYPE=x:vbscript:x",
      "IMPP:xmpp:a@b.example",
      "TEL;VALUE=uri:facetime:+1555",
      "SOURCE:ldap://a.example/",
    ];
    expect(readCard(fileOf(framed(...lines, "NOTE:after")))).toEqual({
      VERSION: ["3.0"],
      FN: ["Jo"],
      NOTE: ["after"],
    });
  });

  it("keeps all other lines as they were written", () => {
    const kept = {
      URL: ["https://a.example/?a:b", "HTTP://a.example/", "www.a.example:8080/x", "//a.example/x:y"],
      "TEL;VALUE=uri": ["tel:+1-555"],
      TEL: ["+1 555"],
      EMAIL: ["jo@a.example"],
      "X-MAIL;VALUE=uri": ["mailto:jo@a.example"],
      "PHOTO;VALUE=uri": ["data:image/png;base64,iVBORw0K"],
      "PHOTO;ENCODING=b;TYPE=PNG": ["iVBORw0K"],
      NOTE: ["file: see the javascript: archive"],
      ORG: ["data:text"],
    };
    const lines = Object.entries(kept).flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
    expect(readCard(fileOf(framed(...lines)))).toEqual({ VERSION: ["3.0"], FN: ["Jo"], ...kept });
  });

  it("converts a MECARD without unsafe links or injected lines", () => {
    const body = writeFile(
      hold("contact", "MECARD:N:Doe;URL:javascript\\:x;TEL:1\nURL\\:http\\://b.example;;"),
      "contact.vcf",
    );
    expect(readCard(body?.body ?? "")).toEqual({
      VERSION: ["3.0"],
      N: ["Doe;;;;"],
      FN: ["Doe"],
      TEL: ["1 URL:http://b.example"],
    });
  });
});

describe("network.mobileconfig", () => {
  const read = (content: unknown) =>
    readPlist(writeFile(hold("wifi", content), "network.mobileconfig")?.body ?? "");

  it("is parsed by an independent reader, with any network name and password", () => {
    const ssid = `<b>"&'Gäste😀`;
    const password = "a<&>]]>b\"'\\;,:";
    const profile = read({ ssid, password, hidden: true });
    expect(profile).toMatchObject({ PayloadType: "Configuration", PayloadVersion: 1 });
    expect(profile.PayloadContent).toEqual([
      expect.objectContaining({
        PayloadType: "com.apple.wifi.managed",
        PayloadVersion: 1,
        SSID_STR: ssid,
        Password: password,
        EncryptionType: "Any",
        HIDDEN_NETWORK: true,
        AutoJoin: true,
      }),
    ]);
  });

  it("has no password for an open network, and type WEP for a WEP network", () => {
    expect(read({ ssid: "Open" }).PayloadContent[0]).toMatchObject({
      EncryptionType: "None",
      HIDDEN_NETWORK: false,
    });
    expect(read({ ssid: "Open" }).PayloadContent[0]).not.toHaveProperty("Password");
    const old = { ssid: "Old", password: "abcde", security: "WEP" };
    expect(read(old).PayloadContent[0]).toMatchObject({ EncryptionType: "WEP" });
  });

  it("keeps the same ids for a code whatever its content, and different ids for other codes", () => {
    const idsOf = ({ PayloadUUID, PayloadIdentifier, PayloadContent: [network] }: ReturnType<typeof read>) =>
      [PayloadUUID, PayloadIdentifier, network?.PayloadUUID, network?.PayloadIdentifier] as string[];
    const ids = idsOf(read({ ssid: "A" }));
    expect(idsOf(read({ ssid: "B", password: "12345678" }))).toEqual(ids);
    const other = writeFile(
      { ...hold("wifi", { ssid: "A" }), shortCode: "7kQm2XbU" },
      "network.mobileconfig",
    );
    expect(idsOf(readPlist(other?.body ?? "")).filter((id) => ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(4);
    for (const id of [ids[0], ids[2]])
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i);
  });

  it("is sent with the media type that Apple devices install", () => {
    expect(writeFile(hold("wifi", { ssid: "A" }), "network.mobileconfig")?.headers).toMatchObject({
      "Content-Type": "application/x-apple-aspen-config; charset=utf-8",
      "Content-Disposition": 'attachment; filename="network.mobileconfig"',
      "X-Content-Type-Options": "nosniff",
    });
  });
});

describe("writeFile", () => {
  it.each<[string, Held, string]>([
    ["another type of code", hold("text", "BEGIN:VCARD\nFN:x\nEND:VCARD"), "contact.vcf"],
    ["a card of a Wi-Fi code", hold("wifi", { ssid: "A" }), "contact.vcf"],
    ["a profile of a contact code", hold("contact", { firstName: "A" }), "network.mobileconfig"],
    ["an unknown file name", hold("contact", { firstName: "A" }), "Contact.vcf"],
    ["the name of a prototype member", hold("contact", { firstName: "A" }), "constructor"],
    ["an enterprise network", hold("wifi", "WIFI:T:WPA2-EAP;S:A;P:x;;"), "network.mobileconfig"],
    ["a network without a name", hold("wifi", "WIFI:T:WPA;P:x;;"), "network.mobileconfig"],
  ])("returns null for %s", (_, held, fileName) => {
    expect(writeFile(held, fileName)).toBeNull();
  });
});

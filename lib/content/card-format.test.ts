import { describe, expect, it } from "vitest";
import { isSafe, readFirstCard } from "./card-format";

const lineOf = (written: string) => readFirstCard(written)[0]!;
const isLineSafe = (written: string) => isSafe(lineOf(written));

describe("readFirstCard", () => {
  it("reads a line's name in upper case without its group, its parameters and its value", () => {
    expect(lineOf('item1.x-abUrl;TYPE=home;X="a:b;c":https://a.example/:1')).toEqual({
      written: ['item1.x-abUrl;TYPE=home;X="a:b;c":https://a.example/:1'],
      name: "X-ABURL",
      parameters: ';TYPE=home;X="a:b;c"',
      value: "https://a.example/:1",
    });
    expect(lineOf("no property")).toEqual({
      written: ["no property"],
      name: "",
      parameters: "",
      value: "",
    });
  });

  it("unfolds lines by one character, and keeps their original text", () => {
    expect(readFirstCard("NOTE:a\r\n  b\n\tc\rFN:d")).toMatchObject([
      { written: ["NOTE:a", "  b", "\tc"], name: "NOTE", value: "a bc" },
      { written: ["FN:d"], name: "FN", value: "d" },
    ]);
    expect(readFirstCard(" a\nFN:d")).toMatchObject([{ written: [" a"] }, { written: ["FN:d"] }]);
  });

  it("stops after the first card, and skips a nested BEGIN", () => {
    const cards = "BEGIN:VCARD\nFN:a\nbegin:vcard \nFN:b\nEND:vCard \nBEGIN:VCARD\nFN:c\nEND:VCARD";
    expect(readFirstCard(cards).map(({ written }) => written[0])).toEqual([
      "BEGIN:VCARD",
      "FN:a",
      "FN:b",
      "END:vCard ",
    ]);
    const other = "BEGIN:VCARD\nBEGIN:VCARDS\nEND:x VCARD\nFN:a";
    expect(readFirstCard(other)).toHaveLength(4);
  });
});

describe("isLineSafe", () => {
  it.each([
    "FN:javascript:alert(1)",
    "NOTE;TYPE=uri:javascript:alert(1)",
    "URL:https://a.example/",
    "URL:HTTP://a.example/",
    "URL:a.example",
    "URL:1https://a.example",
    "URL:/javascript:alert(1)",
    "TEL:tel:+441632960001",
    "TEL:+44 1632 960001",
    "CALURI:mailto:a@b.example",
    "PHOTO:data:image/png;base64,AAAA",
    "PHOTO:DATA:IMAGE/png;base64,AAAA",
    "PHOTO;ENCODING=b:javascript:",
    "KEY;ENCODING=BASE64;TYPE=x:file:",
    'LOGO;ENCODING="b":file:',
    "SOUND;BASE64:file:",
    "URL;QUOTED-PRINTABLE:=68ttps://a.example",
  ])("accepts %s", (line) => expect(isLineSafe(line)).toBe(true));

  it.each([
    ..."CALADRURI CALURI CONTACT-URI FBURL IMPP KEY LOGO MEMBER PHOTO RELATED SOUND SOURCE TEL URL X-SOCIALPROFILE"
      .split(" ")
      .map((name) => `${name}:javascript:alert(1)`),
    "url:javascript:alert(1)",
    "item1.URL:file:///etc/passwd",
    "URL:view-source+x:https://a.example",
    "URL:ms2-app:x",
    "URL:java\\script\\:alert(1)",
    "URL: java\tscript:alert(1)",
    "URL:java\u0001script:alert(1)",
    "URL:JavaScript:alert(1)",
    "URL:data:text/html,x",
    "URL:data:text/html,data:image/png",
    "NOTE;VALUE=uri:javascript:alert(1)",
    'NOTE;VALUE="URI":javascript:alert(1)',
    "NOTE;value=url;X=y:javascript:alert(1)",
    "URL;ENCODING=b:aHR0cHM6",
    "TEL;BASE64:aHR0cHM6",
    "PHOTO;ENCODING=8bit:javascript:alert(1)",
    "PHOTO;X-B=b64:javascript:alert(1)",
    "URL;ENCODING=QUOTED-PRINTABLE:=6A=61vascript=3aalert(1)",
  ])("rejects %j", (line) => expect(isLineSafe(line)).toBe(false));
});

import { describe, expect, it } from "vitest";
import { languages } from "@/lib/platform/language";
import { messagesOf } from "..";

/** Every text of a language by its path; a function is called with something to find again. */
function listTexts(words: object, path = ""): [path: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]) => {
    const place = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") return [[place, value]];
    return typeof value === "function" ? [[place, value("⟦x⟧")]] : listTexts(value, place);
  });
}

const english = new Map(listTexts(messagesOf.en));

describe.each(languages)("page texts in %s", (language) => {
  const texts = listTexts(messagesOf[language]);

  it("are complete and not empty", () => {
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    const silent = texts.filter(([path, text]) => text.trim() === "" && !path.includes("Network."));
    expect(silent).toEqual([]);
  });

  it("have no placeholders, markup, exclamation marks or stray spaces", () => {
    const odd = /\bTODO\b|FIXME|XXX|lorem|\?\?|[<>{}$!¡]|^ | $| {2}|&[a-z]+;/;
    expect(texts.filter(([path, text]) => odd.test(text) && !path.includes("Network."))).toEqual([]);
    const empty = texts.filter(([path, text]) => english.get(path)?.includes("⟦x⟧") && !text.includes("⟦x⟧"));
    expect(empty).toEqual([]);
  });

  it("end sentences with a full stop or question mark, but not buttons or titles", () => {
    const wrong = texts.filter(([path, text]) => {
      const isSentence =
        /sentence$|^demo$|Steps$|foreignLetters|notEncrypted|notOpened|scanThis|wifi\.hidden/.test(path);
      return /[.?]$/.test(text) !== (isSentence || /openSettings|enterPassword|Network\.1/.test(path));
    });
    expect(wrong).toEqual([]);
  });

  if (language === "en") return;
  it("differ from the English texts", () => {
    const same = texts.filter(([path, text]) => english.get(path) === text && text.length > 8);
    expect(same.map(([path]) => path)).toEqual(["wifi.apple"]);
  });
});

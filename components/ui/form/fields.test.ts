import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asSentence, formatDetail, listFaults, readFields } from "./answer";

describe("a filled form", () => {
  it("is read without what React adds, with line breaks as they were typed", () => {
    const data = new FormData();
    data.append("$ACTION_ID_1", "x");
    data.append("note", "one\r\ntwo\nthree");
    data.append("file", new Blob(["x"]));
    expect(readFields(data)).toEqual({ note: "one\ntwo\nthree" });
  });

  it.each([undefined, null, "x", 1, [], {}, { entries: "x" }])(
    "%j is none, and is refused as one",
    (sent) => {
      expect(() => readFields(sent as never)).toThrow(
        expect.objectContaining({ code: "invalid_request", message: expect.stringContaining("form") }),
      );
    },
  );

  it("holds a field called __proto__ as any other", () => {
    const data = new FormData();
    data.append("__proto__", "x");
    data.append("constructor", "y");
    expect(Object.keys(readFields(data))).toContain("constructor");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("a fault", () => {
  const schema = z.object({ name: z.string().min(1), size: z.string().max(2) });

  it("is said in the form's words, one for each field", () => {
    const words = { name: "Enter a name.", size: (value: string) => `It has ${value.length}.` };
    expect(listFaults(schema, { name: "", size: "abc" }, words)).toEqual({
      name: "Enter a name.",
      size: "It has 3.",
    });
    expect(listFaults(schema, { name: "a", size: "" }, words)).toEqual({});
  });

  it("of the domain is said by its code, by its field, or as the domain says it", () => {
    const words = { "name:taken": "Somebody has it.", name: "Enter a name." };
    const detail = (code: string, field = "name") => ({ field, code, message: "name must be another" });
    expect(formatDetail(detail("taken"), words, "x")).toBe("Somebody has it.");
    expect(formatDetail(detail("required"), words, "x")).toBe("Enter a name.");
    expect(formatDetail(detail("odd", "size"), words, "x")).toBe("Name must be another.");
  });

  it("ends like a sentence", () => {
    expect(["a", "A.", "Who?"].map(asSentence)).toEqual(["A.", "A.", "Who?"]);
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asSentence, formatDetail, listFaults, readFields } from "./answer";
import { formatAgain } from "./refusal-note";

it("the time to try again names the day unless it is today", () => {
  const now = new Date(2026, 10, 29, 12, 10, 30);
  expect(formatAgain(now, 31)).toBe("at 12:12");
  expect(formatAgain(now, 42_511)).toBe("on 30 Nov, 00:00");
  expect(formatAgain(now, 86_400)).toBe("on 30 Nov, 12:11");
});

describe("submitted form data", () => {
  it("is read without React's fields and files, with CRLF as LF", () => {
    const data = new FormData();
    data.append("$ACTION_ID_1", "x");
    data.append("note", "one\r\ntwo\nthree");
    data.append("file", new Blob(["x"]));
    expect(readFields(data)).toEqual({ note: "one\ntwo\nthree" });
  });

  it.each([undefined, null, "x", 1, [], {}, { entries: "x" }])(
    "is rejected as an invalid request if it is %j",
    (sent) => {
      expect(() => readFields(sent as never)).toThrow(
        expect.objectContaining({ code: "invalid_request", message: expect.stringContaining("form") }),
      );
    },
  );

  it("can have fields named __proto__ and constructor without polluting prototypes", () => {
    const data = new FormData();
    data.append("__proto__", "x");
    data.append("constructor", "y");
    expect(Object.keys(readFields(data))).toContain("constructor");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe("a form error", () => {
  const schema = z.object({ name: z.string().min(1), size: z.string().max(2) });

  it("is shown in the form's words, one per field", () => {
    const words = { name: "Enter a name.", size: (value: string) => `It has ${value.length}.` };
    expect(listFaults(schema, { name: "", size: "abc" }, words)).toEqual({
      name: "Enter a name.",
      size: "It has 3.",
    });
    expect(listFaults(schema, { name: "a", size: "" }, words)).toEqual({});
  });

  it("from the server uses the text for its code, else for its field, else its own message", () => {
    const words = { "name:taken": "Somebody has it.", name: "Enter a name." };
    const detail = (code: string, field = "name") => ({ field, code, message: "name must be another" });
    expect(formatDetail(detail("taken"), words, "x")).toBe("Somebody has it.");
    expect(formatDetail(detail("required"), words, "x")).toBe("Enter a name.");
    expect(formatDetail(detail("odd", "size"), words, "x")).toBe("Name must be another.");
  });

  it("starts with a capital letter and ends with punctuation", () => {
    expect(["a", "A.", "Who?"].map(asSentence)).toEqual(["A.", "A.", "Who?"]);
  });
});

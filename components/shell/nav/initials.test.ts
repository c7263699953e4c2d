import { describe, expect, it } from "vitest";
import { initialsOf } from "./nav-controls";

describe("initials", () => {
  it.each([
    ["Ingrid Halden", "IH"],
    ["ada", "A"],
    ["ada.lovelace@example.com", "AL"],
    ["  Jonas  van der  Lie ", "JL"],
    ["🙂 <b>", "B"],
    ["é́lan", "É́"],
    ["🙂", "?"],
    ["", "?"],
    ["@", "?"],
  ])("of %j are %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

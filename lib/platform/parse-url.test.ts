import { expect, it } from "vitest";
import { parseUrl } from "./errors";

it("reads an address with letters beyond ASCII however often it is called", () => {
  const hosts = new Set<string | undefined>();
  for (let call = 0; call < 100_000; call += 1) hosts.add(parseUrl("https://bücher.example/ü")?.host);
  expect([...hosts]).toEqual(["xn--bcher-kva.example"]);
});

it("gives null for what is no address, and completes a path by its base", () => {
  expect(parseUrl("https://")).toBeNull();
  expect(parseUrl("/codes")).toBeNull();
  expect(parseUrl("/codes", "https://halden.example")?.href).toBe("https://halden.example/codes");
});

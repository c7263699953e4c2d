import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";

it("/licences serves the third-party notices, linked from the footer of public pages", async () => {
  const response = await fetch(`${inject("baseUrl")}/licences`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(await response.text()).toBe(readFileSync("THIRD-PARTY-NOTICES.txt", "utf8"));
  const page = await (await fetch(`${inject("baseUrl")}/docs`)).text();
  expect(page).toMatch(/<a [^>]*href="\/licences"[^>]*>Licences<\/a>/);
});

it("/licences answers other methods with 405", async () => {
  const response = await fetch(`${inject("baseUrl")}/licences`, { method: "DELETE" });
  expect(response.status).toBe(405);
});

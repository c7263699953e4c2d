import { expect, inject, it } from "vitest";

const ask = (path: string, init?: RequestInit) => fetch(`${inject("baseUrl")}${path}`, init);

it.each([
  ["quietzone-client.tgz", "application/gzip", [0x1f, 0x8b]],
  ["quietzone-0.1.0-py3-none-any.whl", "application/zip", [0x50, 0x4b]],
])("GET /downloads serves %s", async (file, type, start) => {
  const response = await ask(`/downloads/${file}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${file}"`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 2)]).toEqual(start);
  for (const page of ["/docs", "/llms.txt"]) {
    expect(await (await ask(page)).text(), page).toContain(`${inject("baseUrl")}/downloads/${file}`);
  }
  const head = await ask(`/downloads/${file}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

it("/downloads serves nothing else and refuses writes", async () => {
  for (const path of ["/downloads", "/downloads/package.json", "/downloads/..%2f..%2fpackage.json"]) {
    const { status } = await ask(path);
    expect([400, 404], path).toContain(status);
  }
  expect((await ask("/downloads/quietzone-client.tgz", { method: "DELETE" })).status).toBe(405);
});

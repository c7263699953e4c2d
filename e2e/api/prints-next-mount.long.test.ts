import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import { sheetCatalogue } from "@/lib/prints/sheets";
import { callerOf, newAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { readLabels } from "../support/label-sheets";
import { type NextMount, startNextMount } from "../support/process/next-mount";

let mount: NextMount;
beforeAll(async () => {
  const settings = {
    DATABASE_URL: inject("databaseUrl"),
    AUTH_SECRET: "a secret of the Next mount, of 32 or more characters",
  };
  mount = await startNextMount(settings, "/api/auth/csrf");
});
afterAll(() => mount?.stop());

it("plain next start creates a ZIP of files and label sheets that decode", async () => {
  const account = await newAccount("pro");
  const { created } = await createCodes(callerOf(account, "pro"), [
    { name: "One", type: "text", content: "one" },
    { name: "Two", type: "text", content: "two", settings: { modules: { shape: "dots" } } },
  ]);
  const ids = created.map(({ id }) => id);
  const session = new BrowserSession(mount.url);
  await session.signIn(account.email, account.password);
  const send = (path: string, order: object, origin = mount.url) =>
    session.send(path, {
      body: JSON.stringify(order),
      headers: { "content-type": "application/json", origin },
    });
  const files = await send("/bulk/files", { ids, formats: ["svg", "pdf"], mm: 30 });
  expect(files.status, files.text).toBe(200);
  expect(files.text).toContain("pdf/002 Two.pdf");
  expect(files.text.endsWith("2 codes, 4 files.")).toBe(true);
  const order = {
    ids,
    sheet: { kind: "L7163" },
    beside: "both",
    codeMm: null,
    copies: 2,
    startAt: 1,
    outlines: true,
  };
  const labels = await send("/bulk/labels", order);
  expect(labels.status, labels.text).toBe(200);
  const { done, pdf } = JSON.parse(labels.text.trim().split("\n").at(-1) ?? "");
  expect(done).toMatchObject({ labels: 4, sheets: 1 });
  const read = await readLabels(Buffer.from(pdf, "base64"), sheetCatalogue.L7163);
  expect(read.slice(0, 4)).toEqual(["one", "one", "two", "two"]);
  expect((await send("/bulk/labels", order, "https://evil.example")).status).toBe(403);
  const asked = await session.send("/bulk/files");
  expect([asked.status, asked.headers.get("allow")]).toEqual([405, "POST"]);
});

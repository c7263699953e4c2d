import { expect, it } from "vitest";
import type { Quietzone } from "@/clients/typescript/src/index";
import { newAccount, newKey } from "../../support/accounts";
import { menu, openAccount, openQuietzone } from "../../support/quietzone";

async function drain<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}

async function makeCodes(quietzone: Quietzone, count: number): Promise<string[]> {
  const qrCodes = Array.from({ length: count }, (_, index) => ({ ...menu, name: `Table ${index}` }));
  return (await quietzone.codes.createMany({ qrCodes })).created.map(({ id }) => id);
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id).sort();

it("listAll yields every code once at any page size and fetches pages only when needed", async () => {
  const pages: string[] = [];
  const quietzone = await openAccount({
    onResponse: ({ url }) => void (url.includes("limit=") && pages.push(url)),
  });
  expect(await drain(quietzone.codes.listAll())).toEqual([]);
  const made = [...(await makeCodes(quietzone, 100)), ...(await makeCodes(quietzone, 5))].sort();
  for (const limit of [100, 35, 7]) {
    expect(idsOf(await drain(quietzone.codes.listAll({ limit })))).toEqual(made);
  }
  pages.length = 0;
  for await (const { id } of quietzone.codes.listAll({ limit: 10, search: "Table" })) {
    expect(made).toContain(id);
    break;
  }
  expect(pages).toHaveLength(1);
});

it("listAll yields every code once while codes are deleted or added during the loop", async () => {
  const quietzone = await openAccount();
  const made = (await makeCodes(quietzone, 23)).sort();
  const seen: string[] = [];
  for await (const { id } of quietzone.codes.listAll({ limit: 5 })) {
    seen.push(id);
    if (seen.length % 4 === 0) await quietzone.codes.create(menu);
  }
  expect(seen.sort()).toEqual(made);
  const doomed = idsOf(await drain(quietzone.codes.listAll()));
  const deleted: string[] = [];
  for await (const { id } of quietzone.codes.listAll({ limit: 5 })) {
    await quietzone.codes.delete(id);
    deleted.push(id);
  }
  expect(deleted.sort()).toEqual(doomed);
  expect(await drain(quietzone.codes.listAll())).toEqual([]);
});

it("listAll of scans yields only the scans that existed when it started", async () => {
  const { apiKey } = await newKey(await newAccount("pro"), { environment: "sandbox" });
  const asked: string[] = [];
  const quietzone = openQuietzone({ apiKey, onResponse: ({ url }) => void asked.push(url) });
  const { id } = await quietzone.codes.create(menu);
  await quietzone.sandbox.createScans({ qrCodeId: id, count: 12 });
  const before = idsOf((await quietzone.scans.list({ limit: 100 })).data);
  const seen: { id: string }[] = [];
  for await (const scan of quietzone.scans.listAll({ limit: 5 })) {
    if (seen.length === 0) await quietzone.sandbox.createScans({ qrCodeId: id, count: 9 });
    seen.push(scan);
  }
  expect(idsOf(seen)).toEqual(before);
  expect(asked.filter((url) => url.includes("cursor="))).toHaveLength(2);
  expect(await drain(quietzone.scans.listAll({ qrCodeId: id }))).toHaveLength(21);
});

it("listAll throws the error of a rejected request", async () => {
  const quietzone = await openAccount();
  const all = drain(quietzone.codes.listAll({ limit: 1_000 }));
  await expect(all).rejects.toMatchObject({ code: "validation_failed", details: [{ field: "limit" }] });
});

import { beforeEach, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { addListener, readEvents } from "@/e2e/support/events";
import { recordStatements } from "@/e2e/support/statements";
import { newScannedCode, newVisit, newVisits, openRecorders, type ScannedCode } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, deleteCode } from "@/lib/codes";
import { newId } from "@/lib/platform/ids";
import { createSandboxScans, listScans } from "./index";
import { storePiecemeal } from "./replay";
import { scanEventSchema } from "./schema";
import { storeBatch } from "./store";

const { newRecorder } = openRecorders();

let caller: Caller;
let code: ScannedCode;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  code = await newScannedCode(caller);
  await addListener(caller, { events: ["scan.created"] });
});

const readScans = async (whose = caller) =>
  (await listScans(whose, { page: 1, limit: 100 })).data.toReversed();
const readTold = async () => (await readEvents(caller, "scan.created")).map(({ body }) => body);

it("W1: sends one scan.created event per scan, with the data of the scan list", async () => {
  const deaf = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
  const second = await newScannedCode(caller);
  const recorder = newRecorder();
  const visits = [code, deaf, second, code, deaf, code].flatMap((one) => newVisits(one, 5));
  Object.assign(visits[0]!, { route: "weekend", variant: "Red" });
  await Promise.all(visits.map((visit) => recorder.record(visit)));
  const told = await readTold();
  expect(told.map(({ data }) => data)).toEqual(await readScans());
  expect(told).toHaveLength(20);
  expect(told.map(({ data }) => [data.route, data.variant])).toContainEqual(["weekend", "Red"]);
  for (const { timestamp, sandbox, data } of told) {
    expect([timestamp, sandbox]).toEqual([data.scannedAt, false]);
    expect(scanEventSchema.parse(data)).toEqual(data);
  }
});

it("sends no event for excluded visits, visits beyond maxScans or visits of a deleted code", async () => {
  const bounded = await newScannedCode(caller, { maxScans: 2 });
  await storeBatch({
    id: newId(),
    visits: [newVisit(code, "bot"), ...newVisits(bounded, 4), newVisit(code, "head")],
  });
  await deleteCode(caller, code.codeId);
  await storeBatch({ id: newId(), visits: newVisits(code, 2) });
  expect((await readTold()).map(({ data }) => data.qrCodeId)).toEqual([bounded.codeId, bounded.codeId]);
});

it("W1: sends events once for a repeated batch and none for one that is rolled back", async () => {
  const batch = { id: newId(), visits: newVisits(code, 3) };
  const undone = storeBatch(batch, {
    beforeCommit: async () => {
      throw new Error("undone");
    },
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await readTold()).toEqual([]);
  await storeBatch(batch);
  await storeBatch(batch);
  expect((await readTold()).map(({ data }) => data.id)).toEqual(batch.visits.map(({ id }) => id));
});

it("W1: sends events only for the stored visits of a batch that is stored visit by visit", async () => {
  const [refused, ...stored] = newVisits(code, 5);
  const visits = [
    ...stored.slice(0, 2),
    { ...refused!, visitor: { ...refused!.visitor, os: "x".repeat(99) } },
  ];
  await storePiecemeal({ id: newId(), visits: [...visits, ...stored.slice(2)] }, async () => {});
  expect((await readTold()).map(({ data }) => data.id)).toEqual(stored.map(({ id }) => id));
  expect((await readTold()).map(({ data }) => data)).toEqual(await readScans());
});

it("reports sandbox scans of static codes and from the past as they are listed", async () => {
  const sandbox: Caller = { ...caller, environment: "sandbox" };
  await addListener(sandbox);
  const { id: qrCodeId } = await createCode(sandbox, plainCode);
  const scannedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await createSandboxScans(sandbox, { qrCodeId, count: 2, scannedAt }, "192.0.2.1");
  await createSandboxScans(sandbox, { qrCodeId, count: 3 }, "192.0.2.1");
  const told = await readTold();
  expect(told.map(({ data }) => data)).toEqual(await readScans(sandbox));
  expect(told.map(({ sandbox: mark }) => mark)).toEqual([true, true, true, true, true]);
  expect(told[0]).toMatchObject({ timestamp: scannedAt, data: { shortUrl: null, scannedAt } });
});

it("W18: scans with a subscriber cost one statement more per batch than those without", async () => {
  const deaf = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
  const count = async (...codes: ScannedCode[]) => {
    const visits = codes.flatMap((one) => newVisits(one, 50));
    return (await recordStatements(() => storeBatch({ id: newId(), visits }))).length;
  };
  const unheard = await count(deaf);
  expect(await count(deaf, code, await newScannedCode(caller))).toBe(unheard + 1);
});

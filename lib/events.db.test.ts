import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { addListener, readEvents } from "@/e2e/support/events";
import { changePlan } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { openConnection, sql, transaction } from "@/lib/platform/db";
import { subscribedSql } from "@/lib/queries.events";
import { eventIdOf, type NewEvent, writeEvents, writeTestEvent } from "./events";

let caller: Caller;
let sandbox: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  sandbox = { ...caller, environment: "sandbox" };
});

const timestamp = new Date("2026-01-02T03:04:05.678Z");

function newEvent(options: Partial<NewEvent> = {}): NewEvent {
  const { accountId, environment } = caller;
  return { accountId, environment, type: "qr.created", timestamp, data: { id: "1" }, ...options };
}

const write = (...events: NewEvent[]) => transaction((tx) => writeEvents(tx, events));

async function hasSubscribers(event: NewEvent): Promise<boolean> {
  const heard = subscribedSql(event.type, { account: "$1::uuid", environment: "$2::environment" });
  const { rows } = await sql.query(`SELECT ${heard} AS "hasSubscribers"`, [
    event.accountId,
    event.environment,
  ]);
  return rows[0].hasSubscribers;
}

describe("writeEvents", () => {
  it("writes the body as it is sent ever after, named by the row's id", async () => {
    await addListener(caller);
    await write(newEvent({ data: { text: "“Ünï” \u2028 🔳 </script>", number: 1.5 } }));
    const [event] = await readEvents(caller);
    expect(event?.text).toBe(
      `{"id":"evt_${event?.id.replaceAll("-", "")}","type":"qr.created","timestamp":"2026-01-02T03:04:05.678Z",` +
        `"sandbox":false,"data":{"text":"“Ünï” \u2028 🔳 </script>","number":1.5}}`,
    );
    expect(event?.body.id).toBe(eventIdOf(event?.id ?? ""));
    expect(event).toMatchObject({ environment: "production", type: "qr.created" });
  });

  it("names the webhooks that hear it and their generations", async () => {
    const heard = [await addListener(caller), await addListener(caller, { events: ["qr.created"] })];
    await addListener(caller, { events: ["qr.deleted", "scan.created"] });
    await addListener(caller, { isActive: false });
    await addListener(sandbox);
    await addListener(callerOf(await newAccount("pro"), "pro"));
    await sql.query("UPDATE webhook SET generation = 3 WHERE id = $1", [heard[1]]);
    await write(newEvent());
    const [event] = await readEvents(caller);
    expect(event?.webhookIds).toEqual([...heard].sort());
    expect(event?.generations[event.webhookIds.indexOf(heard[0] as string)]).toBe(0);
    expect(event?.generations[event.webhookIds.indexOf(heard[1] as string)]).toBe(3);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["there is no webhook", async () => {}],
    ["it is paused", () => addListener(caller, { isActive: false })],
    ["it subscribes to other kinds", () => addListener(caller, { events: ["qr.updated", "scan.created"] })],
    ["it is the sandbox's", () => addListener(sandbox)],
    ["it is another account's", async () => addListener(callerOf(await newAccount("pro"), "pro"))],
    [
      "the plan has no webhooks",
      async () => {
        await addListener(caller);
        await changePlan(caller.accountId, "starter");
      },
    ],
  ])("writes nothing where nobody hears: %s", async (_, arrange) => {
    await arrange();
    expect(await hasSubscribers(newEvent())).toBe(false);
    await write(newEvent());
    expect(await readEvents(caller)).toEqual([]);
  });

  it("writes those of many accounts and kinds by one statement, each for its own webhooks, in their order", async () => {
    const other = callerOf(await newAccount("developer"), "developer");
    const own = await addListener(caller, { events: ["qr.created", "qr.deleted"] });
    const sandboxed = await addListener(sandbox);
    const theirs = await addListener(other);
    expect(await hasSubscribers(newEvent())).toBe(true);
    await write(
      newEvent({ data: { n: 1 } }),
      newEvent({ environment: "sandbox", data: { n: 2 } }),
      newEvent({ type: "qr.updated" }),
      newEvent({ accountId: other.accountId, data: { n: 3 } }),
      newEvent({ type: "qr.deleted", data: { n: 4 } }),
      newEvent({ data: { n: 5 } }),
    );
    const told = (await readEvents(caller)).map(({ body, webhookIds }) => [
      body.data.n,
      body.sandbox,
      webhookIds,
    ]);
    expect(told).toEqual([
      [1, false, [own]],
      [2, true, [sandboxed]],
      [4, false, [own]],
      [5, false, [own]],
    ]);
    expect((await readEvents(other)).map(({ webhookIds }) => webhookIds)).toEqual([[theirs]]);
  });

  it("W1: is undone with the transaction; what is committed wakes who listens", async () => {
    await addListener(caller);
    const woken: string[] = [];
    const listener = openConnection("test listener");
    await listener.connect();
    listener.on("notification", ({ channel }) => woken.push(channel));
    await listener.query("LISTEN quietzone_events");
    const undone = transaction(async (tx) => {
      await writeEvents(tx, [newEvent()]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await write(newEvent({ type: "qr.updated", data: { id: "kept" } }));
    await expect.poll(() => woken).toContain("quietzone_events");
    await listener.end();
    expect((await readEvents(caller)).map(({ type }) => type)).toEqual(["qr.updated"]);
  });
});

it("a test event is for one webhook whatever that hears, says so, and waits for no fan-out", async () => {
  const id = await addListener(caller, { events: ["qr.deleted"] });
  await addListener(caller);
  const eventId = await transaction((tx) => writeTestEvent(tx, id, newEvent()));
  const [event, ...others] = await readEvents(caller);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ id: eventId, type: "qr.created", webhookIds: [id], generations: [0] });
  expect(event?.fannedOutAt).not.toBeNull();
  expect(Object.entries(event?.body ?? {}).slice(2, 5)).toEqual([
    ["timestamp", "2026-01-02T03:04:05.678Z"],
    ["sandbox", false],
    ["test", true],
  ]);
  const elsewhere = newEvent({ environment: "sandbox" });
  await expect(transaction((tx) => writeTestEvent(tx, id, elsewhere))).rejects.toThrow("own account");
});

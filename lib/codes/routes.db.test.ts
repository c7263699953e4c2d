import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode, readCodeRows } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { ServiceError } from "@/lib/platform/errors";
import type { Route } from "@/lib/routes";
import { copyCode, createCode, getCode, listCodes, updateCode, validateCodeChange } from "./";
import { validateNewCode } from "./draft";
import { createdEvent, updatedEvent } from "./events";
import { getRow } from "./read";
import { type CodeChange, createdDataSchema, type NewCode, newCodeSchema } from "./schema";
import { listTargets, restoreTarget, revertTarget } from "./target-history";

let caller: Caller;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  account = await newAccount("pro");
  caller = callerOf(account, "pro");
});

const url = "https://example.com/";
const dynamic = { ...plainCode, type: "url", content: url, isDynamic: true } as const;
const make = (settings: NewCode["settings"], by = caller) => createCode(by, { ...dynamic, settings });
const put = (id: string, settings: unknown, by = caller) => updateCode(by, id, { settings } as CodeChange);
const iphone: Route = { id: "iphone", when: { os: ["iOS"] }, to: "https://example.com/ios" };
const rulesOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ ...iphone, id: `rule${place}` }));

async function refusalOf(work: Promise<unknown>) {
  const fault = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof ServiceError)) throw new Error("It was not refused.", { cause: fault });
  return [fault.code, ...(fault.details?.map(({ field, code }) => `${field} ${code}`).sort() ?? [])];
}

describe("routing rules", () => {
  it("are stored with ids, normalised URLs and instants in UTC", async () => {
    const sent = [
      // Members that nobody knows are ignored, as everywhere.
      {
        ...{ name: "Phones", colour: "red", when: { devices: ["mobile"], weather: "rain" } },
        to: "HTTPS://Example.com:443/a/../b",
      },
      {
        id: "kept",
        when: { dates: { from: "2027-01-31T12:00:00+02:00", until: "2027-02-01" }, timezone: "Asia/Kolkata" },
        split: [
          { name: "green", to: "https://example.com", weight: 1 },
          { to: url, weight: 2 },
        ],
      },
    ] as NonNullable<NewCode["settings"]>["routes"];
    const made = await make({
      routes: sent,
      utm: { source: "poster", term: null },
      passQuery: true,
      appendScanId: true,
    });
    const { routes, ...others } = (await getCode(caller, made.id)).settings;
    expect(made.settings.routes).toEqual(routes);
    expect(routes).toEqual([
      {
        id: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
        name: "Phones",
        when: { devices: ["mobile"] },
        to: "https://example.com/b",
      },
      {
        id: "kept",
        when: { dates: { from: "2027-01-31T10:00:00.000Z", until: "2027-02-01" }, timezone: "Asia/Kolkata" },
        split: [
          { name: "green", to: url, weight: 1 },
          { to: url, weight: 2 },
        ],
      },
    ]);
    expect(others).toMatchObject({ utm: { source: "poster" }, passQuery: true, appendScanId: true });
    // What was answered may be sent back, and changes nothing.
    const again = await put(made.id, made.settings);
    expect([again.updatedAt, again.settings.routes]).toEqual([made.updatedAt, routes]);
    const row = (await readCodeRows(caller.accountId)).find(({ id }) => id === made.id);
    expect(row).toMatchObject({ rules: { routes } });
  });

  it("are replaced as a whole, while utm is merged by member", async () => {
    const { id } = await make({ routes: [iphone], utm: { source: "a", medium: "b" } });
    const changed = await put(id, { routes: [{ ...iphone, id: "other" }], utm: { source: null, term: "c" } });
    expect(changed.settings.routes?.map((route) => route.id)).toEqual(["other"]);
    expect(changed.settings.utm).toEqual({ medium: "b", term: "c" });
    const none = await put(id, { routes: null, utm: { medium: null, term: null } });
    expect(none.settings).not.toHaveProperty("routes");
    expect(none.settings).not.toHaveProperty("utm");
  });

  it("are kept when style and name change, and copied with the code", async () => {
    const made = await make({ routes: [iphone] });
    const changed = await updateCode(caller, made.id, {
      name: "Other",
      settings: { color: { dark: "#112233" } },
    });
    expect(changed.settings.routes).toEqual([iphone]);
    expect((await copyCode(caller, made.id)).settings.routes).toEqual([iphone]);
  });

  it("are left out of lists, which give their number instead", async () => {
    const made = await make({ routes: rulesOf(3), passQuery: true });
    const { data } = await listCodes(caller, firstPage);
    const listed = data.find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ routeCount: 3, settings: { passQuery: true } });
    expect(listed?.settings).not.toHaveProperty("routes");
    expect(data.some(({ routeCount }) => routeCount === 0)).toBe(true);
  });

  it("are included in events unless they do not fit", async () => {
    const { id } = await make({ routes: [iphone] });
    const row = await getRow(caller, id);
    const { data } = createdEvent(caller, row);
    expect(createdDataSchema.parse(data)).toMatchObject({ routeCount: 1, settings: { routes: [iphone] } });
    const long = Array.from({ length: 9 }, (_, place) => ({
      ...iphone,
      id: `${place}`,
      to: `${url}${"a".repeat(2_000)}`,
    }));
    const full = updatedEvent(
      caller,
      { ...row, content: `${url}${"b".repeat(2_000)}`, note: "ü".repeat(2_000), rules: { routes: long } },
      ["settings"],
    );
    expect(full.data).toMatchObject({ omitted: ["note", "settings.routes"], routeCount: 9 });
  });
});

describe("routing rule validation", () => {
  const routes = (...sent: unknown[]) => ({ routes: sent });
  const when = (conditions: unknown) => routes({ when: conditions, to: url });
  const at = (path: string, code: string) => `settings.routes.0.${path} ${code}`;
  const splitOf = (...split: object[]) => routes({ split });
  const entriesOf = (count: number) => Array.from({ length: count }, () => ({ to: url, weight: 1 }));
  /** Rules and no campaign parameters that have so many bytes together, as they are counted. */
  function withBytes(bytes: number) {
    const plain = rulesOf(9);
    const left = bytes - Buffer.byteLength(JSON.stringify([plain, {}]));
    const added = (place: number) => Math.floor(left / 9) + (place === 0 ? left % 9 : 0);
    return routes(
      ...plain.map((route, place) => ({ ...route, to: `${route.to}${"a".repeat(added(place))}` })),
    );
  }
  it.each<[string, object, string[]]>([
    ["21 rules", { routes: rulesOf(21) }, ["settings.routes too_long"]],
    ["neither target nor split", routes({ when: { os: ["iOS"] } }), [at("to", "required")]],
    [
      "both target and split",
      routes({
        ...iphone,
        split: [
          { to: url, weight: 1 },
          { to: url, weight: 1 },
        ],
      }),
      [at("to", "not_together")],
    ],
    ...[0, 101, 1.5].map((weight): [string, object, string[]] => [
      `a weight of ${weight}`,
      splitOf({ to: url, weight }, { to: url, weight: 1 }),
      [at("split.0.weight", "out_of_range")],
    ]),
    ["the least and the most weight", splitOf({ to: url, weight: 1 }, { to: url, weight: 100 }), []],
    ["a split with five entries", splitOf(...entriesOf(5)), []],
    ["a split with six entries", splitOf(...entriesOf(6)), [at("split", "too_long")]],
    ["a campaign parameter of 100 characters", { utm: { source: "x".repeat(100) } }, []],
    ["a longer one", { utm: { source: "x".repeat(101) } }, ["settings.utm.source too_long"]],
    ["16,384 bytes", withBytes(16_384), []],
    ["16,385 bytes", withBytes(16_385), ["settings.routes too_long"]],
    ["no condition and no split", routes({ to: url }), [at("when", "required")]],
    ["an empty condition", when({}), [at("when", "required")]],
    ["a time zone alone", when({ timezone: "UTC" }), [at("when", "required")]],
    ["days without a time zone", when({ days: ["Friday"] }), [at("when.timezone", "required")]],
    ["dates without a time zone", when({ dates: { from: "2027-01-01" } }), [at("when.timezone", "required")]],
    [
      "a time zone in another case",
      when({ days: ["Friday"], timezone: "europe/paris" }),
      [at("when.timezone", "unknown_time_zone")],
    ],
    ["an offset", when({ days: ["Friday"], timezone: "+02:00" }), [at("when.timezone", "unknown_time_zone")]],
    [
      "equal hours",
      when({ hours: { from: "10:00", until: "10:00" }, timezone: "UTC" }),
      [at("when.hours.until", "same_as_from")],
    ],
    [
      "hours that begin at 24:00",
      when({ hours: { from: "24:00", until: "10:00" }, timezone: "UTC" }),
      [at("when.hours.from", "invalid_format")],
    ],
    ["dates without an end", when({ dates: {} }), [at("when.dates", "required")]],
    [
      "dates that end before they begin",
      when({ dates: { from: "2027-01-02", until: "2027-01-01" }, timezone: "UTC" }),
      [at("when.dates.until", "too_early")],
    ],
    [
      "an instant at the day's end",
      when({ dates: { from: "2027-01-02", until: "2027-01-01T22:00:00Z" }, timezone: "Asia/Tokyo" }),
      [],
    ],
    ["an unknown system", when({ os: ["iOS", "Amiga"] }), [at("when.os.1", "unknown_os")]],
    ["an unknown country", when({ countries: ["pt"] }), [at("when.countries.0", "invalid_country")]],
    ["a repeated id", routes(iphone, iphone), ["settings.routes.1.id repeated"]],
    ["the id of the default target", routes({ ...iphone, id: "default" }), [at("id", "not_allowed")]],
    ["a split with one entry", routes({ split: [{ to: url, weight: 1 }] }), [at("split", "too_short")]],
    ["a user name in a URL", routes({ ...iphone, to: "https://a@example.com/" }), [at("to", "not_allowed")]],
    [
      "another scheme",
      routes({
        split: [
          { to: url, weight: 1 },
          { to: "javascript:alert(1)", weight: 1 },
        ],
      }),
      [at("split.1.to", "not_allowed")],
    ],
    [
      "more than 16,384 bytes",
      { routes: rulesOf(9).map((route) => ({ ...route, to: `${url}${"a".repeat(1_990)}` })) },
      ["settings.routes too_long"],
    ],
    [
      "everything at once",
      routes(
        {
          ...iphone,
          when: { devices: ["watch"], hours: { from: "01:00", until: "01:00" }, timezone: "UTC" },
        },
        { ...iphone, id: "b", to: "ftp://a" },
      ),
      [
        at("when.devices.0", "not_allowed"),
        at("when.hours.until", "same_as_from"),
        "settings.routes.1.to not_allowed",
      ],
    ],
  ])("checks %s", (_, settings, expected) => {
    const input = { ...dynamic, settings };
    const parsed = newCodeSchema.safeParse(input);
    const seen = parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join("."));
    const faults = validateNewCode(input).flatMap(({ details }) => details ?? []);
    const found = new Set([...seen, ...faults.map(({ field }) => field)]);
    for (const fault of expected) expect(found).toContain(fault.split(" ")[0]);
    if (parsed.success)
      expect(faults.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([...expected].sort());
    if (expected.length === 0) expect(parsed.success).toBe(true);
    expect(validateCodeChange({ settings }).length === 0).toBe(expected.length === 0);
  });

  it.each(["utm", "passQuery", "routes", "appendScanId"])(
    "refuses %s on static codes and other types",
    async (name) => {
      const value = { utm: { source: "a" }, passQuery: true, routes: [iphone], appendScanId: true }[name];
      const none = { utm: { source: null }, passQuery: false, routes: [], appendScanId: null }[name];
      const field = `settings.${name}`;
      const create = (more: object, set: unknown) =>
        createCode(caller, { ...dynamic, ...more, settings: { [name]: set } } as NewCode);
      expect(await refusalOf(create({ isDynamic: false }, value))).toEqual([
        "validation_failed",
        `${field} dynamic_only`,
      ]);
      const text = { type: "text", content: "quiet" };
      expect(await refusalOf(create(text, value))).toEqual(["validation_failed", `${field} url_only`]);
      const { id } = await create(text, none);
      await create({ isDynamic: false }, none);
      expect(await refusalOf(put(id, { [name]: value }))).toEqual(["validation_failed", `${field} url_only`]);
    },
  );
});

describe("plan limits of routing rules", () => {
  it("cap the number of rules, but existing rules can stay after a downgrade", async () => {
    const starter = callerOf(account, "starter");
    const refused = ["quota_exceeded", "settings.routes quota_exceeded"];
    expect(await refusalOf(make({ routes: rulesOf(4) }, starter))).toEqual(refused);
    const { id } = await make({ routes: rulesOf(3) }, starter);
    expect(await refusalOf(put(id, { routes: rulesOf(4) }, starter))).toEqual(refused);
    const free = callerOf(account, "free");
    expect(await refusalOf(make({ routes: rulesOf(1) }, free))).toEqual(refused);
    const [first, second] = rulesOf(3);
    await put(id, { size: 400 }, free);
    await put(id, { routes: [second, { ...first!, to: `${url}new` }, rulesOf(3)[2]] }, free);
    await put(id, { routes: [second] }, free);
    expect(await refusalOf(put(id, { routes: [second, first] }, free))).toEqual(refused);
    expect(await refusalOf(put(id, { routes: [{ ...second, id: undefined }] }, free))).toEqual(refused);
    await put(id, { routes: [] }, free);
    expect(await refusalOf(put(id, { routes: [second] }, free))).toEqual(refused);
  });

  it("exclude appendScanId on Free, but keep it after a downgrade", async () => {
    const free = callerOf(account, "free");
    const { id } = await make({});
    const refused = ["plan_required", "settings.appendScanId plan_required"];
    expect(await refusalOf(put(id, { appendScanId: true }, free))).toEqual(refused);
    await put(id, { appendScanId: true });
    expect((await put(id, { appendScanId: true, size: 300 }, free)).settings.appendScanId).toBe(true);
  });
});

describe("target history with routing rules", () => {
  const contentsOf = async (id: string) =>
    (await listTargets(caller, id)).data.map(({ content, routes }) => [
      content,
      routes.map((route) => route.id),
    ]);

  it("records the rules of each target and restores content, fallback and rules together", async () => {
    const { id } = await make({ routes: [iphone], fallbackUrl: `${url}late` });
    await put(id, { routes: [{ ...iphone, to: `${url}2` }] });
    await updateCode(caller, id, { content: `${url}b`, settings: { routes: null, fallbackUrl: null } });
    await put(id, { utm: { source: "a" }, passQuery: true });
    expect(await contentsOf(id)).toEqual([
      [`${url}b`, []],
      [url, ["iphone"]],
      [url, ["iphone"]],
    ]);
    const [, , first] = (await listTargets(caller, id)).data;
    expect(first?.routes).toEqual([iphone]);
    const { content, settings } = await restoreTarget(caller, id, first?.id ?? "");
    expect({ content, settings }).toMatchObject({
      content: url,
      settings: { routes: [iphone], fallbackUrl: `${url}late`, utm: { source: "a" } },
    });
  });

  it("undoes a change of rules unless they were changed since", async () => {
    const { id } = await make({ routes: [iphone] });
    const [from, to] = [[{ ...iphone, id: "other" }], [iphone]].map((routes) => ({
      content: url,
      fallbackUrl: null,
      routes,
    })) as [
      { content: string; fallbackUrl: null; routes: Route[] },
      { content: string; fallbackUrl: null; routes: Route[] },
    ];
    await put(id, { routes: from.routes });
    expect((await revertTarget(caller, id, { from, to })).settings.routes).toEqual([iphone]);
    expect(await refusalOf(revertTarget(caller, id, { from, to }))).toEqual([
      "validation_failed",
      "content changed_since",
    ]);
  });
});

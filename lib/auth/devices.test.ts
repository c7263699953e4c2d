import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepDevice, readDevices } from "./devices";

/** The cookies of one browser. */
const jar = vi.hoisted(() => new Map<string, { value: string; maxAge?: number }>());
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, { maxAge }: { maxAge: number }) => jar.set(name, { value, maxAge }),
  }),
}));
vi.stubEnv("AUTH_SECRET", "a secret of these tests with more than 32 characters");

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const at = (days: number, ms = 0) => vi.setSystemTime(start + days * dayMs + ms);
const listKnown = async () => (await readDevices()).map(({ userId }) => userId);

beforeEach(() => {
  jar.clear();
  vi.useFakeTimers({ toFake: ["Date"] });
  at(0);
});
afterEach(() => vi.useRealTimers());

it("A10: a device stays known for 180 days after its last sign-in", async () => {
  await keepDevice({ userId: "ada", deviceVersion: 1 });
  expect([...jar.values()][0]?.maxAge).toBe((180 * dayMs) / 1_000);
  at(180, -1);
  expect(await listKnown()).toEqual(["ada"]);
  at(180);
  expect(await listKnown()).toEqual([]);
});

it("A10: signing in again starts the 180 days again, under the same id", async () => {
  await keepDevice({ userId: "ada", deviceVersion: 1 });
  const [first] = await readDevices();
  at(179);
  await keepDevice({ userId: "ada", deviceVersion: 1 });
  at(359, -1);
  expect(await readDevices()).toMatchObject([{ userId: "ada", id: first?.id }]);
  at(359);
  expect(await listKnown()).toEqual([]);
});

it("A10: each account of a browser expires by itself, though another one renews their cookie", async () => {
  await keepDevice({ userId: "ada", deviceVersion: 1 });
  at(100);
  await keepDevice({ userId: "bob", deviceVersion: 1 });
  at(180, -1);
  expect(await listKnown()).toEqual(["bob", "ada"]);
  at(180);
  expect(await listKnown()).toEqual(["bob"]);
});

import { expect, it } from "vitest";
import { KnownTargets } from "./known-targets";

const target = {
  shortCode: "7kQm2XbT",
  codeId: "c",
  accountId: "a",
  isSandbox: false,
  type: "url",
  content: "https://a.example/",
  url: "https://a.example/",
  rules: null,
  isSuspended: false,
  scanCount: 0,
  domainId: null,
  exactPath: null,
} as const;

async function weigh(more: object): Promise<number> {
  const known = new KnownTargets();
  await known.read(target.shortCode, async () => ({ ...target, ...more }));
  return known.bytes;
}

it.each<[string, (text: string) => object]>([
  ["content", (text) => ({ content: text, url: null })],
  ["address", (text) => ({ url: text })],
  ["fallback", (text) => ({ rules: { fallbackUrl: text } })],
])("weighs a target by the length of its %s", async (_, hold) => {
  const weights = await Promise.all([weigh(hold("x".repeat(100))), weigh(hold("x".repeat(2_048)))]);
  expect(weights[1]! - weights[0]!).toBe(2 * 1_948);
});

import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newAccount, newKey } from "../support/accounts";
import { type NextMount, startNextMount } from "../support/process/next-mount";
import { TraceCollector } from "../support/trace-collector";

let collector: TraceCollector;
let mount: NextMount;

beforeAll(async () => {
  collector = await new TraceCollector().open();
  const settings = { DATABASE_URL: inject("databaseUrl"), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  mount = await startNextMount(settings, "/api/public/qr-codes");
});
afterAll(async () => {
  await mount.stop();
  await collector.close();
});

it("plain next start traces an API call under Next's own span of the request", async () => {
  const { apiKey } = await newKey(await newAccount("pro"));
  const answer = await fetch(`${mount.url}/api/v1/qr-codes?search=canary-query`, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
  });
  expect(answer.status).toBe(200);
  const handler = await collector.find("of the handler", ({ name }) => name === "run listQrCodes");
  const path = () => collector.pathOf(handler);
  await expect
    .poll(path)
    .toEqual([
      expect.stringMatching(/^BaseServer\.handleRequest \/api\/\[\[\.\.\.path\]\]/),
      expect.stringMatching(/runHandler/),
      "run listQrCodes",
    ]);
  expect(handler.traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
  const statement = await collector.find(
    "of a statement",
    ({ traceId, name }) => traceId === handler.traceId && name.startsWith("list_api_keys"),
  );
  expect(statement.attributes["db.system.name"]).toBe("postgresql");
  expect(collector.raw).not.toMatch(/canary-query|0af7651916cd43dd8448eb211c80319c/);
});

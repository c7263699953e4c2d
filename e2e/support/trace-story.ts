import { expect, it } from "vitest";
import type { ExportedSpan } from "./trace-collector";
import { isOf, type TracedStage } from "./traced-stage";

/** The story of one change, wherever its parts have run. */
async function expectStory(
  { collector, subscriber }: TracedStage,
  root: ExportedSpan,
  type: string,
  worker: string,
): Promise<void> {
  const { traceId } = root;
  const [attempt, fanOut, written] = await Promise.all(
    [`deliver ${type}`, `fan out ${type}`, `write event ${type}`].map((name) =>
      collector.find(`${name} of ${traceId}`, isOf(name, { traceId })),
    ),
  );
  expect(root.parentSpanId).toBeUndefined();
  expect([root.kind, written?.kind, fanOut?.kind, attempt?.kind]).toEqual([2, 4, 5, 3]);
  expect([root.service, written?.service]).toEqual(["quietzone", "quietzone"]);
  expect([fanOut?.service, attempt?.service]).toEqual([worker, worker]);
  expect([fanOut?.parentSpanId, attempt?.parentSpanId]).toEqual([written?.spanId, written?.spanId]);
  expect(collector.pathOf(written as ExportedSpan)[0]).toBe(root.name);
  expect(fanOut?.attributes["quietzone.deliveries"]).toBe(1);
  expect(attempt?.attributes).toMatchObject({
    "http.request.method": "POST",
    "http.response.status_code": 200,
    "server.address": "hooks.example.test",
    "quietzone.delivery.attempt": 1,
    "quietzone.webhook.id": subscriber.webhookId,
    "quietzone.delivery.status": "delivered",
    "messaging.message.id": written?.attributes["messaging.message.id"],
  });
  for (const part of [attempt, fanOut, written]) expect([part?.name, part?.status]).toEqual([part?.name, 0]);
}

/** Statement → its place in the trace. */
async function expectStatement(
  { collector }: TracedStage,
  traceId: string,
  name: string,
  path: string[],
): Promise<void> {
  const statement = await collector.find(`${name} of ${traceId}`, isOf(name, { traceId }));
  expect(collector.pathOf(statement)).toEqual([...path, name]);
  expect(statement.attributes["db.system.name"]).toBe("postgresql");
}

/** A change and a scan, each from its request to its delivery, which a service of this name makes. */
export function testTraces(open: () => TracedStage, worker: string): void {
  it("join the request, statements, event, fan-out and delivery of a new code", async () => {
    const traced = open();
    const { requestId } = await traced.post("Table 4");
    const root = await traced.requestSpan(requestId);
    expect(root.name).toBe("POST /api/v1/qr-codes");
    expect(root.attributes).toMatchObject({
      "http.route": "/api/v1/qr-codes",
      "http.response.status_code": 201,
      "url.scheme": "http",
    });
    await expectStory(traced, root, "qr.created", worker);
    const path = [root.name, "run createQrCode", "store code"];
    await expectStatement(traced, root.traceId, "insert_codes", path);
    await expectStatement(traced, root.traceId, "insert_events", path);
    await expectStatement(traced, root.traceId, "list_api_keys_by_hash", [
      root.name,
      "authenticate",
      "find key",
    ]);
  });

  it("join the redirect, statement, event, fan-out and delivery of a scan", async () => {
    const traced = open();
    const { shortUrl } = await traced.subscriber.newCode();
    const agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
    const answered = await traced.ask(new URL(shortUrl).pathname, { headers: { "user-agent": agent } });
    expect(answered.status).toBe(302);
    const root = await traced.requestSpan(answered.requestId);
    expect(root.name).toBe("GET /r/{shortCode}");
    await expectStory(traced, root, "scan.created", worker);
    await expectStatement(traced, root.traceId, "insert_scans", [root.name, "record scan"]);
  });
}

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, inject, it } from "vitest";
import { createCodes } from "@/lib/codes/bulk";
import type { Plan } from "@/lib/plans";
import { sheetCatalogue } from "@/lib/prints/sheets";
import { callerOf, newAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { readLabels } from "../support/label-sheets";

const addresses = ["/bulk/files", "/bulk/labels", "/bulk/labels/measures"] as const;
const labels = {
  sheet: { kind: "L7160" },
  beside: "name",
  codeMm: null,
  copies: 1,
  startAt: 1,
  outlines: false,
};

async function newOwner(plan: Plan = "pro", count = 3) {
  const account = await newAccount(plan);
  const items = Array.from({ length: count }, (_, index) => ({
    name: `Table ${index}`,
    type: "text" as const,
    content: `table ${index}`,
  }));
  const { created } = await createCodes(callerOf(account, "pro"), items);
  const session = new BrowserSession(inject("baseUrl"));
  await session.signIn(account.email, account.password);
  return { ids: created.map(({ id }) => id), session };
}

interface Sent {
  method?: string;
  headers?: Record<string, string | undefined>;
}

/** As a page of the dashboard sends an order. By node:http: fetch keeps an Origin to itself. */
async function open(
  session: BrowserSession,
  path: string,
  body: unknown,
  { method = "POST", headers }: Sent = {},
): Promise<IncomingMessage> {
  const usual: Record<string, string | undefined> = {
    cookie: session.cookieHeader() || undefined,
    origin: session.origin,
    "content-type": "application/json",
    "x-forwarded-for": session.client,
    ...headers,
  };
  const sent = Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const outgoing = request(new URL(path, session.baseUrl), {
    method,
    headers: Object.fromEntries(sent),
    agent: false,
  });
  outgoing.end(method === "GET" ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  return incoming;
}

async function send(...order: Parameters<typeof open>) {
  const incoming = await open(...order);
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return { status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(pieces) };
}

type Answer = Awaited<ReturnType<typeof send>>;

const orderOf = (path: string, ids: readonly string[]) =>
  path === "/bulk/files"
    ? { ids, formats: ["png"], size: 256 }
    : path === "/bulk/labels"
      ? { ids, ...labels }
      : { ids };

const read = ({ bytes }: Answer) => JSON.parse(bytes.toString("utf8"));

describe("bulk files and label sheets", () => {
  it("files are streamed as a ZIP to their owner only", async () => {
    const { ids, session } = await newOwner();
    const answer = await send(session, "/bulk/files", orderOf("/bulk/files", ids));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.headers["content-disposition"]).toContain("attachment");
    expect(answer.headers["cache-control"]).toContain("no-store");
    const archive = answer.bytes.toString("latin1");
    expect(archive).toContain("001 Table 0.png");
    expect(archive.endsWith("3 codes, 3 files.")).toBe(true);
    const stranger = await newOwner();
    const foreign = await send(stranger.session, "/bulk/files", orderOf("/bulk/files", ids));
    expect([foreign.status, read(foreign).code]).toEqual([404, "not_found"]);
  });

  it("labels report progress line by line, then return a PDF in which every label decodes", async () => {
    const { ids, session } = await newOwner("pro", 25);
    const measured = await send(session, "/bulk/labels/measures", { ids });
    expect(read(measured)).toMatchObject({
      codes: 25,
      missing: 0,
      finest: { share: expect.any(Number) },
    });
    const answer = await send(session, "/bulk/labels", { ids, ...labels, startAt: 20 });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = answer.bytes
      .toString("utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ labels: 25, sheets: 3, missing: 0 });
    const told = lines.slice(1, -1).map((line) => line.read);
    expect(told).toEqual([...told].sort((one, other) => one - other));
    const { done, pdf } = lines.at(-1);
    expect(done).toMatchObject({ labels: 25, sheets: 3, codes: 25, unprintable: [] });
    const found = await readLabels(Buffer.from(pdf, "base64"), sheetCatalogue.L7160);
    expect(found.slice(19, 44)).toEqual(Array.from({ length: 25 }, (_, index) => `table ${index}`));
  });

  it.each(addresses)("%s rejects callers without access and malformed orders", async (path) => {
    const { ids, session } = await newOwner();
    const order = orderOf(path, ids);
    const refusals: [Answer, number, string][] = [
      [await send(new BrowserSession(inject("baseUrl")), path, order), 401, "not_signed_in"],
      [await send((await newOwner("starter", 1)).session, path, order), 403, "plan_required"],
      [
        await send(session, path, order, { headers: { origin: "https://evil.example" } }),
        403,
        "insufficient_permission",
      ],
      [
        await send(session, path, "a=b", { headers: { "content-type": "text/plain" } }),
        415,
        "unsupported_media_type",
      ],
      [await send(session, path, "{"), 400, "invalid_request"],
      [await send(session, path, " ".repeat(70_000)), 413, "payload_too_large"],
      [await send(session, path, { ...order, more: 1 }), 400, "validation_failed"],
      [await send(session, path, { ...order, ids: [] }), 400, "validation_failed"],
      [await send(session, path, { ...order, ids: Array(501).fill("x") }), 400, "validation_failed"],
      [await send(session, path, null, { method: "GET" }), 405, "method_not_allowed"],
      [await send(session, path, null, { method: "DELETE" }), 405, "method_not_allowed"],
    ];
    for (const [answer, status, code] of refusals) {
      expect([answer.status, read(answer).code]).toEqual([status, code]);
      if (status === 405) expect(answer.headers.allow).toBe("POST");
    }
  });

  it.each([
    [{ formats: [] }, "formats"],
    [{ formats: ["gif"] }, "formats"],
    [{ formats: ["png", "png"] }, "formats"],
    [{ size: 63 }, "size"],
    [{ size: undefined }, "size"],
    [{ mm: 30 }, "mm"],
  ])("files with %j are rejected at %s", async (change, field) => {
    const { ids, session } = await newOwner();
    const answer = await send(session, "/bulk/files", { ...orderOf("/bulk/files", ids), ...change });
    const { details } = read(answer) as { details: { field: string }[] };
    expect([answer.status, details[0]?.field.split(/[.[]/)[0]]).toEqual([400, field]);
  });

  it("a reader that disconnects frees the account's slot", async () => {
    const { ids, session } = await newOwner("pro", 1);
    const order = { ids, ...labels, copies: 2_000 };
    const first = await open(session, "/bulk/labels", order);
    await once(first, "readable");
    const second = await send(session, "/bulk/labels", order);
    expect([second.status, read(second).code]).toEqual([429, "rate_limited"]);
    first.destroy();
    await expect
      .poll(async () => (await send(session, "/bulk/labels", { ids, ...labels })).status, { timeout: 20_000 })
      .toBe(200);
  });
});

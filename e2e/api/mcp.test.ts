import { beforeEach, describe, expect, it } from "vitest";
import { type Permission, permissions } from "@/lib/accounts/schema";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { callTool as call, clients, connectCurrent, textOf, mcpUrl as url } from "../support/agents";
import { readCode } from "../support/public-api";

const keyless = ["generate_qr_code"];
const keyed = [
  "create_qr_code",
  "list_qr_codes",
  "get_qr_code",
  "update_qr_code",
  "delete_qr_code",
  "bulk_create_qr_codes",
  "get_qr_code_image",
  "list_targets",
  "restore_target",
  "resolve_qr_code",
  "list_tags",
  "rename_tag",
  "delete_tag",
  "get_analytics",
  "list_scans",
  "record_goal",
  "list_domains",
];
const menu = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount("developer");
});

describe.each(clients)("%s", (_, connect) => {
  it("without a key can only draw codes", async () => {
    const agent = await connect();
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(keyless);
    const result = await call(agent, "generate_qr_code", { type: "text", content: "Quiet" });
    const [picture] = result.content;
    expect(picture?.mimeType).toBe("image/png");
    expect(await readCode(Buffer.from(picture?.data ?? "", "base64"))).toBe("Quiet");
    expect(result.structuredContent).toMatchObject({ type: "text", content: "Quiet" });
    expect(JSON.stringify(result.structuredContent)).not.toContain("data:image");
    const refused = await call(agent, "create_qr_code", menu);
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining("missing_api_key")]);
  });

  it("with a key creates, changes, reads and deletes codes", async () => {
    const { apiKey } = await newKey(account);
    const agent = await connect(apiKey);
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual([...keyless, ...keyed]);

    const created = await call(agent, "create_qr_code", menu);
    const { id, shortUrl } = created.structuredContent as { id: string; shortUrl: string };
    expect(await readCode(Buffer.from(created.content[0]?.data ?? "", "base64"))).toBe(shortUrl);

    const listed = await call(agent, "list_qr_codes", { limit: 1, search: "menu", isDynamic: true });
    expect(listed.structuredContent).toMatchObject({ pagination: { limit: 1 }, data: [{ name: "Menu" }] });

    const got = await call(agent, "get_qr_code", { id });
    expect(await readCode(Buffer.from(got.content[0]?.data ?? "", "base64"))).toBe(shortUrl);

    const updated = await call(agent, "update_qr_code", { id, content: "https://example.com/summer" });
    expect(updated.structuredContent).toMatchObject({ id, content: "https://example.com/summer" });

    const [spring, summer] = [`spring-${id}`, `summer-${id}`];
    for (const slug of [spring, summer]) await call(agent, "update_qr_code", { id, slug });
    const named = await call(agent, "get_qr_code", { id });
    expect(named.structuredContent).toMatchObject({
      slug: summer,
      shortUrl: expect.stringMatching(`/r/${summer}$`),
      aliases: [expect.stringMatching(`/r/${spring}$`), shortUrl],
    });
    expect(await readCode(Buffer.from(named.content[0]?.data ?? "", "base64"))).toMatch(`/r/${summer}`);
    const found = await call(agent, "list_qr_codes", { search: spring });
    expect(found.structuredContent).toMatchObject({ data: [{ id, slug: summer }] });

    const qrCodes = [menu, { ...menu, content: "no address" }];
    const many = await call(agent, "bulk_create_qr_codes", { qrCodes });
    expect(many.structuredContent).toMatchObject({ summary: { total: 2, successful: 1, failed: 1 } });

    const figures = await call(agent, "get_analytics", { qrCodeId: id, timeRange: "7d" });
    expect(figures.structuredContent).toMatchObject({ summary: { totalScans: 0 } });
    expect((await call(agent, "list_scans", { qrCodeId: id })).structuredContent).toMatchObject({ data: [] });

    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`quietzone://codes/${id}`);
    const read = await agent.readResource({ uri: `quietzone://codes/${id}/analytics` });
    expect(JSON.parse(read.contents[0]?.text ?? "")).toMatchObject({ summary: { totalScans: 0 } });

    const asked = await call(agent, "delete_qr_code", { id });
    expect(asked.structuredContent).toMatchObject({ deleted: false, wouldDelete: { id, name: "Menu" } });
    expect((await callV1(apiKey, "GET", `/qr-codes/${id}`)).status).toBe(200);
    const { confirmToken } = asked.structuredContent as { confirmToken: string };
    const gone = await call(agent, "delete_qr_code", { id, confirmToken });
    expect(gone.structuredContent).toEqual({ deleted: true, id });
    expect((await callV1(apiKey, "GET", `/qr-codes/${id}`)).status).toBe(404);
  });
});

/** Those that name a code by its id. */
const named = [
  "get_qr_code",
  "update_qr_code",
  "delete_qr_code",
  "get_qr_code_image",
  "list_targets",
  "restore_target",
  "resolve_qr_code",
];

const needs: Record<string, Permission> = {
  create_qr_code: "qr:write",
  list_qr_codes: "qr:read",
  get_qr_code: "qr:read",
  update_qr_code: "qr:write",
  delete_qr_code: "qr:write",
  bulk_create_qr_codes: "qr:write",
  get_qr_code_image: "qr:read",
  list_targets: "qr:read",
  restore_target: "qr:write",
  resolve_qr_code: "qr:read",
  list_tags: "qr:read",
  rename_tag: "qr:write",
  delete_tag: "qr:write",
  get_analytics: "analytics:read",
  list_scans: "analytics:read",
  record_goal: "qr:write",
  list_domains: "qr:read",
};

describe("MCP tool calls with a key", () => {
  it.each(Object.entries(needs))("A3: %s is refused without %s, and not listed", async (name, needed) => {
    const { id } = (await callV1((await newKey(account)).apiKey, "POST", "/qr-codes", { body: menu })).json;
    // qr:write holds qr:read.
    const held = permissions.filter((one) => one !== needed && !(needed === "qr:read" && one === "qr:write"));
    const agent = await connectCurrent((await newKey(account, { permissions: held })).apiKey);
    expect((await agent.listTools()).tools.map((tool) => tool.name)).not.toContain(name);
    const args = { ...menu, id, qrCodes: [menu], tag: "summer", scanId: id };
    const result = await call(agent, name, args);
    expect([result.isError, textOf(result)]).toEqual([
      true,
      expect.stringContaining("insufficient_permission"),
    ]);
    expect(textOf(result)).toContain(needed);
  });

  it("A5: find codes of the key's own account and environment only", async () => {
    const { apiKey } = await newKey(account);
    const { id } = (await callV1(apiKey, "POST", "/qr-codes", { body: menu })).json;
    const foreign = await connectCurrent((await newKey(await newAccount("pro"))).apiKey);
    const sandbox = await connectCurrent((await newKey(account, { environment: "sandbox" })).apiKey);
    for (const agent of [foreign, sandbox]) {
      for (const name of named) {
        const result = await call(agent, name, { id, targetId: id, name: "Mine" });
        expect([name, result.isError, textOf(result)]).toEqual([
          name,
          true,
          expect.stringMatching(/^not_found/),
        ]);
      }
      await expect(agent.readResource({ uri: `quietzone://codes/${id}` })).rejects.toThrow("no such code");
    }
  });

  it("delete a code only with the confirmation token issued for that code and key", async () => {
    const { apiKey } = await newKey(account);
    const [one, two] = await Promise.all(
      [1, 2].map(async () => (await callV1(apiKey, "POST", "/qr-codes", { body: menu })).json.id),
    );
    const agent = await connectCurrent(apiKey);
    const { confirmToken } = (await call(agent, "delete_qr_code", { id: one })).structuredContent as Record<
      string,
      string
    >;
    const other = await connectCurrent((await newKey(account)).apiKey);
    for (const [who, id, token] of [
      [agent, two, confirmToken],
      [other, one, confirmToken],
      [agent, one, `zzzzzzzzz.${confirmToken?.split(".")[1]}`],
      [agent, one, "anything"],
      [agent, one, 1],
    ] as const) {
      const result = await call(who, "delete_qr_code", { id, confirmToken: token });
      expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("confirmToken")]);
    }
    for (const id of [one, two]) expect((await callV1(apiKey, "GET", `/qr-codes/${id}`)).status).toBe(200);
  });

  it("name the invalid field and the fix in each error", async () => {
    const agent = await connectCurrent((await newKey(account)).apiKey);
    const settings = { size: 1, color: { dark: "red" } };
    const result = await call(agent, "create_qr_code", { ...menu, settings });
    expect(result.isError).toBe(true);
    for (const part of ["validation_failed", "- settings.size", "- settings.color.dark", "/docs/errors#"])
      expect(textOf(result)).toContain(part);
    for (const id of ["x", "../api-keys", 7, "\ud800"]) {
      expect(textOf(await call(agent, "get_qr_code", { id }))).toMatch(/^not_found/);
    }
    const page = await call(agent, "list_qr_codes", { page: 0, limit: "many" });
    expect(textOf(page)).toMatch(/- page.*\n.*- limit/);
  });

  it("create one code for repeated calls with one idempotency key", async () => {
    const agent = await connectCurrent((await newKey(account)).apiKey);
    const args = { ...menu, idempotencyKey: `mcp-${Date.now()}` };
    const [first, second] = [
      await call(agent, "create_qr_code", args),
      await call(agent, "create_qr_code", args),
    ];
    expect(second.structuredContent?.id).toBe(first.structuredContent?.id);
  });

  it("count towards the rate limit, unlike other requests", async () => {
    const { apiKey } = await newKey(account, { rateLimit: 2 });
    const agent = await connectCurrent(apiKey);
    await agent.listTools();
    for (const isError of [false, false, true])
      expect((await call(agent, "list_qr_codes")).isError ?? false).toBe(isError);
    expect(textOf(await call(agent, "list_qr_codes"))).toContain("rate_limited");
  });
});

const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const send = (init: RequestInit) => fetch(url(), { method: "POST", headers, body: list, ...init });

describe("/api/mcp endpoint", () => {
  it("rejects an invalid key with 401 and a plan without API with 403", async () => {
    const wrong = await send({ headers: { ...headers, authorization: "Bearer qr_live_wrong" } });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const { apiKey } = await newKey(await newAccount("starter"));
    const plan = await send({ headers: { ...headers, authorization: `Bearer ${apiKey}` } });
    expect([plan.status, (await plan.json()).code]).toEqual([403, "plan_required"]);
  });

  it("A8: rejects requests from other sites' pages", async () => {
    const answer = await send({ headers: { ...headers, origin: "https://evil.example" } });
    expect([answer.status, (await answer.json()).code]).toEqual([403, "insufficient_permission"]);
  });

  it("accepts POST only, and answers malformed messages with an error", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await fetch(url(), { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    }
    for (const [body, status] of [
      ["", 400],
      ["{", 400],
      ["[]", 400],
      [`[${list}]`, 400],
      [`[${list},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]`, 400],
      ['{"jsonrpc":"1.0"}', 400],
      [JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", x: "y".repeat(1024 * 1024) }), 413],
    ] as const) {
      const answer = await send({ body });
      expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), status]);
      expect(await answer.json()).toHaveProperty("error");
    }
    expect((await send({ headers: { accept: headers.accept, "content-type": "text/plain" } })).status).toBe(
      415,
    );
  });

  it("answers a call of an unknown tool with an error", async () => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "format_disk" },
    });
    expect(await (await send({ body })).json()).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining("There is no tool format_disk"),
        data: { code: "not_found", hint: "Call tools/list." },
      },
    });
  });
});

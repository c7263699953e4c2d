import Ajv2020 from "ajv/dist/2020";
import { beforeAll, describe, expect, it } from "vitest";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { type Agent, callTool, clients, connectCurrent, mcpUrl, textOf } from "../support/agents";
import { readCode } from "../support/public-api";
import { visit } from "../support/short-urls";

let account: TestAccount;
let apiKey: string;
beforeAll(async () => {
  account = await newAccount("pro");
  apiKey = (await newKey(account)).apiKey;
});

const menu = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };

/** What a tool answers, which must not be a refusal. */
async function ask(agent: Agent, name: string, args: Record<string, unknown> = {}) {
  const result = await callTool(agent, name, args);
  expect([name, result.isError ?? false, textOf(result)]).toEqual([name, false, expect.anything()]);
  return { ...result, json: result.structuredContent as Record<string, never> };
}

describe.each(clients)("%s", (_, connect) => {
  it("changes targets, lists their history, restores one and tests routing rules", async () => {
    const agent = await connect(apiKey);
    const { id } = (await ask(agent, "create_qr_code", menu)).json;
    const routes = [{ id: "pt", when: { countries: ["PT"] }, to: "https://example.com/pt" }];
    await ask(agent, "update_qr_code", { id, content: "https://example.com/summer", settings: { routes } });
    const { data } = (await ask(agent, "list_targets", { id })).json as unknown as {
      data: { id: string; content: string }[];
    };
    expect(data.map(({ content }) => content)).toEqual(["https://example.com/summer", menu.content]);
    const inPortugal = await ask(agent, "resolve_qr_code", { id, country: "PT" });
    expect(inPortugal.json).toMatchObject({ url: "https://example.com/pt", route: "pt", variant: null });
    const restored = await ask(agent, "restore_target", { id, targetId: data[1]?.id });
    expect(restored.json).toMatchObject({ id, content: menu.content });
    const again = await ask(agent, "resolve_qr_code", { id, country: "PT" });
    expect(again.json).toMatchObject({ url: menu.content, route: null });
  });

  it("lists, renames and deletes tags with special characters in their names", async () => {
    const agent = await connect(apiKey);
    const tag = `50 % & more? #${connect.name.toLowerCase()}`;
    const { id } = (await ask(agent, "create_qr_code", { ...menu, tags: [tag] })).json;
    const listed = (await ask(agent, "list_tags")).json as unknown as { data: { name: string }[] };
    expect(listed.data).toContainEqual({ name: tag, codes: 1, scanCount: 0 });
    const renamed = await ask(agent, "rename_tag", { tag, name: `${tag} ü` });
    expect(renamed.json).toMatchObject({ name: `${tag} ü`, codes: 1 });
    expect((await ask(agent, "delete_tag", { tag: `${tag} ü` })).json).toEqual({
      deleted: true,
      tag: `${tag} ü`,
    });
    expect((await ask(agent, "get_qr_code", { id })).json).toMatchObject({ tags: [] });
    for (const unknown of [tag, "..", "-", "\ud800", 7])
      expect(textOf(await callTool(agent, "delete_tag", { tag: unknown }))).toMatch(/^not_found/);
  });

  it("finds codes by tags sent as a list", async () => {
    const agent = await connect(apiKey);
    const [one, two] = [`list 1 ${connect.name.toLowerCase()}`, `list 2 ${connect.name.toLowerCase()}`];
    await ask(agent, "create_qr_code", { ...menu, tags: [one] });
    await ask(agent, "create_qr_code", { ...menu, tags: [two] });
    for (const [tags, count] of [
      [[one], 1],
      [[one, two], 2],
    ] as const)
      expect((await ask(agent, "list_qr_codes", { tags })).json.data).toHaveLength(count);
  });

  it.each([
    ["get_qr_code", {}, "id"],
    ["rename_tag", { name: "a", newName: "b" }, "tag"],
    ["delete_tag", { tag: "" }, "tag"],
    ["delete_tag", { tag: null }, "tag"],
    ["restore_target", { id: "x" }, "targetId"],
  ])("%s of %j names the argument that is missing", async (tool, args, missing) => {
    const agent = await connect(apiKey);
    expect(textOf(await callTool(agent, tool, args))).toMatch(`validation_failed: ${missing} is required`);
  });

  it("draws a code as PNG and SVG, and rejects PDF", async () => {
    const agent = await connect(apiKey);
    const { id, shortUrl } = (await ask(agent, "create_qr_code", menu)).json;
    const [png] = (await ask(agent, "get_qr_code_image", { id, size: 400 })).content;
    expect([png?.type, png?.mimeType]).toEqual(["image", "image/png"]);
    const bytes = Buffer.from(png?.data ?? "", "base64");
    expect([await readCode(bytes), bytes.readUInt32BE(16)]).toEqual([shortUrl, 400]);
    const svg = await ask(agent, "get_qr_code_image", { id, format: "svg" });
    expect(svg.content[0]?.text).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(svg.json).toMatchObject({ id, format: "svg", mediaType: "image/svg+xml" });
    for (const [args, fault] of [
      [{ format: "pdf" }, "- format"],
      [{ size: 5 }, "- size"],
    ] as const) {
      const refused = await callTool(agent, "get_qr_code_image", { id, ...args });
      expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining(fault)]);
    }
  });

  it("records a goal once per scan", async () => {
    const agent = await connect(apiKey);
    const created = await ask(agent, "create_qr_code", { ...menu, settings: { appendScanId: true } });
    const { headers } = await visit(new URL(String(created.json.shortUrl)).pathname);
    const scanId = new URL(headers.location ?? "").searchParams.get("qz_scan");
    const goal = { scanId, name: "order", value: 49.9, currency: "EUR" };
    for (const recorded of [true, false])
      expect((await ask(agent, "record_goal", goal)).json).toEqual({ recorded });
    const figures = await ask(agent, "get_analytics", { qrCodeId: created.json.id, timeRange: "1d" });
    expect(figures.json.goals).toMatchObject([{ name: "order", count: 1, values: { EUR: "49.90" } }]);
  });

  it("rejects a tool call larger than its endpoint allows", async () => {
    const agent = await connect(apiKey);
    const large = await callTool(agent, "record_goal", { scanId: "x", name: "a".repeat(9_000) });
    expect(textOf(large)).toMatch(/^payload_too_large/);
  });

  it("accepts content as an object in every tool with content", async () => {
    const agent = await connect(apiKey);
    const wifi = { ssid: "Guests", password: "quiet-zone-4", security: "WPA2" };
    const payload = /^WIFI:.*S:Guests;/;
    const drawn = await ask(agent, "generate_qr_code", { type: "wifi", content: wifi });
    expect(await readCode(Buffer.from(drawn.content[0]?.data ?? "", "base64"))).toMatch(payload);
    const one = await ask(agent, "create_qr_code", { name: "WiFi", type: "wifi", content: wifi });
    expect(await readCode(Buffer.from(one.content[0]?.data ?? "", "base64"))).toMatch(payload);
    const many = await ask(agent, "bulk_create_qr_codes", {
      qrCodes: [{ name: "WiFi", type: "wifi", content: wifi }, "none"],
    });
    expect(many.json.summary).toMatchObject({ successful: 1, failed: 1 });
    const changed = await ask(agent, "update_qr_code", {
      id: one.json.id,
      content: { ...wifi, ssid: "Staff" },
    });
    expect(JSON.parse(String(changed.json.content))).toMatchObject({ ssid: "Staff" });
    const refused = await callTool(agent, "create_qr_code", {
      name: "WiFi",
      type: "wifi",
      content: { name: "x" },
    });
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining("invalid_content")]);
  });

  it("offers the prompts that a key may use and validates their arguments", async () => {
    const agent = await connect(apiKey);
    const { prompts } = await agent.listPrompts();
    expect(prompts.map(({ name, arguments: args = [] }) => [name, ...args.map((one) => one.name)])).toEqual([
      ["weekly-report", "timezone"],
      ["prepare-print-run", "tag"],
      ["find-weak-codes"],
    ]);
    const text = async (name: string, args?: Record<string, string>) => {
      const { messages } = await agent.getPrompt({ name, ...(args && { arguments: args }) });
      expect(messages.map(({ role }) => role)).toEqual(["user"]);
      return messages[0]?.content.text ?? "";
    };
    const report = await text("weekly-report", { timezone: "Europe/Paris" });
    const periods = [...report.matchAll(/\{"startDate".*?\}/g)].map(([period]) => JSON.parse(period));
    expect(periods).toHaveLength(2);
    for (const period of periods) await ask(agent, "get_analytics", period);
    expect(await text("weekly-report")).toContain('"timezone":"UTC"');
    const run = await text("prepare-print-run", { tag: "summer" });
    await ask(agent, "list_qr_codes", JSON.parse(/\{"tags".*?\}/.exec(run)?.[0] ?? ""));
    expect(await text("prepare-print-run")).toContain("my active codes");
    const weak = await text("find-weak-codes");
    await ask(agent, "list_qr_codes", JSON.parse(/\{"limit".*?\}/.exec(weak)?.[0] ?? ""));
    await expect(
      agent.getPrompt({ name: "weekly-report", arguments: { timezone: "CEST+2" } }),
    ).rejects.toThrow("timezone must be the name of an IANA time zone");
    await expect(agent.getPrompt({ name: "sing" })).rejects.toMatchObject({
      message: expect.stringContaining("There is no prompt sing"),
      data: { code: "not_found", hint: "Call prompts/list." },
    });
    const { apiKey: scansOnly } = await newKey(account, { permissions: ["analytics:read"] });
    const other = await connect(scansOnly);
    expect((await other.listPrompts()).prompts.map(({ name }) => name)).toEqual(["weekly-report"]);
    await expect(other.getPrompt({ name: "find-weak-codes" })).rejects.toThrow("needs a key with qr:read");
  });
});

describe("MCP tool list", () => {
  it("fits into 32,768 bytes for a key with every permission", async () => {
    const answer = await fetch(mcpUrl(), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(32_768);
  });

  it("marks each tool as changing or read-only, and has a working example for each", async () => {
    const agent = await connectCurrent(apiKey);
    const { id } = (
      await callV1(apiKey, "POST", "/qr-codes", { body: { ...menu, tags: ["summer", "winter"] } })
    ).json;
    await ask(agent, "update_qr_code", {
      id,
      content: "https://example.com/other",
      settings: { appendScanId: true },
    });
    const { json } = await callV1(apiKey, "GET", `/qr-codes/${id}`);
    const { headers } = await visit(new URL(String(json.shortUrl)).pathname);
    const targets = (await ask(agent, "list_targets", { id })).json as unknown as { data: { id: string }[] };
    const real: Record<string, unknown> = {
      id,
      targetId: targets.data[1]?.id,
      scanId: new URL(headers.location ?? "").searchParams.get("qz_scan"),
    };
    const ajv = new Ajv2020({ strict: false });
    const changing: Record<string, boolean> = {};
    for (const { name, inputSchema, annotations } of (await agent.listTools()).tools) {
      const [example = {}] = inputSchema.examples;
      expect([name, ajv.validate(inputSchema, example), ajv.errors]).toEqual([name, true, null]);
      await ask(
        agent,
        name,
        Object.fromEntries(Object.entries(example).map(([key, value]) => [key, real[key] ?? value])),
      );
      if (annotations.readOnlyHint === false) changing[name] = annotations.destructiveHint === true;
    }
    expect(changing).toEqual({
      generate_qr_code: false,
      create_qr_code: false,
      update_qr_code: true,
      delete_qr_code: true,
      bulk_create_qr_codes: false,
      restore_target: false,
      rename_tag: true,
      delete_tag: true,
      record_goal: false,
    });
  });
});

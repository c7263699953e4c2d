import sharp from "sharp";
import { describe, expect, inject, it } from "vitest";
import { versionOf } from "@/components/codes/code-thumb";
import { createCode, updateCode } from "@/lib/codes";
import { softDeleteCodes } from "@/lib/codes/soft-delete";
import type { Plan } from "@/lib/plans";
import { measurePdf, readPdf, readSvg } from "../pages/decode";
import { callerOf, newAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { plainCode } from "../support/codes";
import { readCode } from "../support/public-api";
import { servedUrl } from "../support/short-urls";

/** Somebody who is signed in, with a code of theirs. */
async function newOwner(plan: Plan = "pro") {
  const account = await newAccount(plan);
  const caller = callerOf(account, plan);
  const session = new BrowserSession(inject("baseUrl"));
  await session.signIn(account.email, account.password);
  const code = await createCode(caller, { ...plainCode, name: 'Menü / "Karte"', isDynamic: true });
  return { caller, code, ask: askWith(session) };
}

/** One's pictures as bytes; `BrowserSession` reads text. */
function askWith(session: BrowserSession) {
  return async (
    id: string,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
    method = "GET",
  ) => {
    const url = new URL(`/codes/${id}/picture?${new URLSearchParams(query)}`, session.baseUrl);
    const cookie = session.cookieHeader();
    const answer = await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...(cookie !== "" && { cookie }), "x-forwarded-for": session.client, ...headers },
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
}

const problemOf = ({ bytes }: { bytes: Buffer }) =>
  JSON.parse(bytes.toString("utf8")) as { code: string; details?: { min?: number }[] };

describe("GET /codes/{id}/picture", () => {
  it("returns every format in the requested size, and each decodes", async () => {
    const { code, ask } = await newOwner();
    for (const size of [128, 512, 4096]) {
      const { bytes, headers } = await ask(code.id, { size: String(size) });
      expect(headers.get("content-type")).toBe("image/png");
      expect(await sharp(bytes).metadata()).toMatchObject({ width: size, height: size });
      expect(await readCode(bytes)).toBe(servedUrl(code));
    }
    const svg = await ask(code.id, { format: "svg" });
    expect(svg.headers.get("content-type")).toBe("image/svg+xml");
    expect(await readSvg(svg.bytes)).toBe(servedUrl(code));
    for (const mm of [12.5, 400]) {
      const { bytes } = await ask(code.id, { format: "pdf", mm: String(mm) });
      for (const side of await measurePdf(bytes)) expect(side).toBeCloseTo(mm, 1);
    }
    expect(await readPdf((await ask(code.id, { format: "pdf", mm: "40" })).bytes)).toBe(servedUrl(code));
  });

  it("is shown inline, or downloaded under the code's name", async () => {
    const { code, ask } = await newOwner();
    const name = `filename="Men_ - -Karte-.svg"; filename*=UTF-8''Men%C3%BC%20-%20-Karte-.svg`;
    const shown = await ask(code.id, { format: "svg" });
    expect(shown.headers.get("content-disposition")).toBe(`inline; ${name}`);
    const saved = await ask(code.id, { format: "svg", download: "1" });
    expect(saved.headers.get("content-disposition")).toBe(`attachment; ${name}`);
    expect(saved.headers.get("x-content-type-options")).toBe("nosniff");
    expect(saved.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  it("is cached for good when the address names its version, and revalidated otherwise", async () => {
    const { caller, code, ask } = await newOwner();
    const v = versionOf(code.updatedAt);
    const kept = await ask(code.id, { v });
    expect(kept.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect((await ask(code.id)).headers.get("cache-control")).toBe("private, no-cache");

    const known = { "if-none-match": kept.headers.get("etag") ?? "" };
    expect(await ask(code.id, {}, known)).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    const changed = await updateCode(caller, code.id, { settings: { color: { dark: "#17472F" } } });
    const again = await ask(code.id, { v }, known);
    expect(again.status).toBe(200);
    expect(again.headers.get("cache-control")).toBe("private, no-cache");
    expect((await ask(code.id, { v: versionOf(changed.updatedAt) })).headers.get("cache-control")).toMatch(
      /immutable/,
    );
  });

  it("answers HEAD with the same headers and no body, even when the ETag matches", async () => {
    const { code, ask } = await newOwner();
    const { headers } = await ask(code.id, { format: "pdf" });
    const known = { "if-none-match": headers.get("etag") ?? "" };
    const head = await ask(code.id, { format: "pdf" }, known, "HEAD");
    expect(head).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    for (const name of ["content-type", "etag", "content-disposition", "cache-control"])
      expect(head.headers.get(name), name).toBe(headers.get(name));
    expect((await ask("0", {}, {}, "HEAD")).status).toBe(404);
  });

  it("A5: returns 404 for another account's code, a soft-deleted code and an unknown id", async () => {
    const owner = await newOwner();
    const other = await newOwner();
    await softDeleteCodes(owner.caller, [owner.code.id]);
    const missing = "01920000-0000-7000-8000-000000000000";
    for (const id of [other.code.id, owner.code.id, missing, "x".repeat(300)]) {
      const answer = await owner.ask(id);
      expect(answer.status, id).toBe(404);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(problemOf(answer).code).toBe("not_found");
    }
  });

  it("A1: redirects signed-out visitors to sign-in and refuses a plan without a dashboard", async () => {
    const { code } = await newOwner();
    const stranger = await askWith(new BrowserSession(inject("baseUrl")))(code.id);
    expect(stranger.status).toBe(307);
    expect(stranger.headers.get("location")).toMatch(/\/sign-in\?callbackUrl=/);
    const developer = await newOwner("developer");
    const refused = await developer.ask(developer.code.id);
    expect(refused.status).toBe(403);
    expect(problemOf(refused).code).toBe("plan_required");
  });

  it("serves 40 pictures of one code at the same time", async () => {
    const { caller, ask } = await newOwner();
    const settings = { color: { dark: "#6B1E12" }, modules: { shape: "dots" } } as const;
    const { id } = await createCode(caller, { ...plainCode, settings });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => ask(id, { size: String(512 + place) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it("rejects invalid sizes, formats and flags with 400 instead of adjusting them", async () => {
    const { code, ask } = await newOwner();
    const wrong: Record<string, string>[] = [
      { size: "63" },
      { size: "4097" },
      { size: "1e3" },
      { format: "gif" },
      { format: "pdf", mm: "4.9" },
      { format: "pdf", mm: "2001" },
      { format: "png", mm: "40" },
      { download: "yes" },
      { thumb: "yes" },
    ];
    for (const query of wrong) {
      const answer = await ask(code.id, query);
      expect(answer.status, JSON.stringify(query)).toBe(400);
      expect(problemOf(answer).code).toBe("validation_failed");
    }
    const small = await ask(code.id, { size: "64" });
    expect(small.status).toBe(400);
    expect(problemOf(small).code).toBe("size_too_small");
    const thumb = await ask(code.id, { size: "64", thumb: "1" });
    expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: problemOf(small).details?.[0]?.min });
  });
});

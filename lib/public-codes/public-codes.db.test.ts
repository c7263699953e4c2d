import { afterAll, describe, expect, it } from "vitest";
import { moveClock } from "@/e2e/support/clocks";
import { closeDatabase, sql } from "@/lib/platform/db";
import { newBase62 } from "@/lib/platform/ids";
import { storePublicCode } from "./create";
import { createPublicCode, sweepExpiredPublicCodes, viewPublicCode } from "./index";
import { publicCodeLifetimeMs } from "./schema";

const code = { type: "text", content: "quiet", grade: false } as const;
const shortCodeOf = (imageUrl: string) => imageUrl.slice(-12);

async function make(): Promise<string> {
  return shortCodeOf((await createPublicCode(code, new Date())).imageUrl);
}

async function lifeOf(shortCode: string): Promise<{ created: Date; expires: Date }> {
  const { rows } = await sql.query(
    "SELECT created_at AS created, expires_at AS expires FROM public_code WHERE short_code = $1",
    [shortCode],
  );
  return rows[0];
}

const outcome = (view: Promise<unknown>) =>
  view.then(
    () => 200,
    (error) => (error.code === "not_found" ? 404 : error),
  );

afterAll(closeDatabase);

describe("public codes", () => {
  it("stores the very bytes that were answered, before the answer", async () => {
    const { imageUrl, qrImage } = await createPublicCode(code, new Date());
    const { rows } = await sql.query("SELECT * FROM public_code WHERE short_code = $1", [
      shortCodeOf(imageUrl),
    ]);
    expect(rows).toHaveLength(1);
    expect(`data:image/png;base64,${rows[0].png.toString("base64")}`).toBe(qrImage);
    expect(rows[0]).toMatchObject({ type: "text", content: "quiet" });
    const view = await viewPublicCode(shortCodeOf(imageUrl));
    expect(view.png.equals(rows[0].png)).toBe(true);
    expect((await viewPublicCode(shortCodeOf(imageUrl))).png.equals(rows[0].png)).toBe(true);
  });

  it("states the time that it is given", async () => {
    const now = new Date("2026-01-02T03:04:05.678Z");
    expect((await createPublicCode(code, now))._meta.generatedAt).toBe("2026-01-02T03:04:05.678Z");
  });

  it("Q11: 200 until 23:59:59.999, 404 from exactly 24 hours on", async () => {
    const shortCode = await make();
    const { created, expires } = await lifeOf(shortCode);
    expect(expires.getTime() - created.getTime()).toBe(publicCodeLifetimeMs);
    expect(await outcome(viewPublicCode(shortCode, new Date(expires.getTime() - 1)))).toBe(200);
    expect(await outcome(viewPublicCode(shortCode, expires))).toBe(404);
    expect(await outcome(viewPublicCode(shortCode, new Date(expires.getTime() + 1)))).toBe(404);
  });

  it("Q11: a picture in the cache expires at its instant, too", async () => {
    const shortCode = await make();
    const expireIn = (seconds: number) =>
      sql.query(
        "UPDATE public_code SET expires_at = now() + make_interval(secs => $2) WHERE short_code = $1",
        [shortCode, seconds],
      );
    // Less than the five seconds for which a picture is served from memory.
    await expireIn(4);
    expect(await outcome(viewPublicCode(shortCode))).toBe(200);
    await expireIn(0);
    expect(await outcome(viewPublicCode(shortCode))).toBe(200);
    moveClock(4_000);
    expect(await outcome(viewPublicCode(shortCode))).toBe(404);
  });

  it("Q8: expiry is judged by the database's clock, whatever this process takes for the time", async () => {
    const shortCode = await make();
    const realNow = Date.now;
    try {
      Date.now = () => realNow() + 2 * publicCodeLifetimeMs;
      expect(await outcome(viewPublicCode(shortCode))).toBe(200);
      const late = await make();
      const { created } = await lifeOf(late);
      expect(Math.abs(created.getTime() - realNow())).toBeLessThan(60_000);
    } finally {
      Date.now = realNow;
    }
  });

  it("an unknown code is not found", async () => {
    expect(await outcome(viewPublicCode("aaaaaaaaaaaa"))).toBe(404);
  });

  it("the sweep deletes what has expired, in several batches, and nothing else", async () => {
    await sweepExpiredPublicCodes();
    const kept = await make();
    await sql.query(
      `INSERT INTO public_code (short_code, type, content, png, created_at, expires_at)
       SELECT 'sweep' || lpad(n::text, 7, '0'), 'text', 'x', '\\x00', now() - interval '25 hours', now() - interval '1 hour'
       FROM generate_series(1, 2500) n`,
    );
    expect(await sweepExpiredPublicCodes()).toBe(2500);
    expect(await sweepExpiredPublicCodes()).toBe(0);
    expect(await outcome(viewPublicCode(kept))).toBe(200);
    const { expires } = await lifeOf(kept);
    await sweepExpiredPublicCodes(new Date(expires.getTime() - 1));
    expect(await lifeOf(kept)).toBeDefined();
    expect(await sweepExpiredPublicCodes(expires)).toBeGreaterThanOrEqual(1);
    expect(await lifeOf(kept)).toBeUndefined();
  });

  it("many at once share statements and are all stored", async () => {
    const before = Number((await sql.query("SELECT count(*) FROM public_code")).rows[0].count);
    const made = await Promise.all(Array.from({ length: 300 }, make));
    expect(new Set(made).size).toBe(300);
    const after = Number((await sql.query("SELECT count(*) FROM public_code")).rows[0].count);
    expect(after - before).toBe(300);
  });

  it("what cannot be stored fails for its own batch, and the next one is stored", async () => {
    const shortCode = newBase62(12);
    const row = { shortCode, type: "text", content: "x", png: Buffer.from([1]) };
    await storePublicCode(row);
    const again = await Promise.allSettled([
      storePublicCode(row),
      storePublicCode({ ...row, shortCode: newBase62(12) }),
    ]);
    expect(again.map(({ status }) => status)).toContain("rejected");
    await storePublicCode({ ...row, shortCode: newBase62(12) });
  });

  it("I2: content that the database would refuse never gets there", async () => {
    await expect(createPublicCode({ ...code, content: "a\0b" }, new Date())).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(createPublicCode({ ...code, content: "\ud800" }, new Date())).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});

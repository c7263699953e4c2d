import type { publicContentTypes } from "@/lib/content/schema";
import { type Picture, renderCode } from "@/lib/pictures";
import { publicOwner } from "@/lib/pictures/schema";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { createGatherer } from "@/lib/platform/gather";
import { newBase62 } from "@/lib/platform/ids";
import type { Settings } from "@/lib/qr/schema";
import { encodePublicContent } from "./encode";
import { type PublicCodeResource, publicApiVersion, publicCodeLifetimeMs } from "./schema";

/** Rows of one statement at most. */
const maxBatch = 32;

/**
 * Stores a picture durably: resolves when the transaction that holds it is committed. Under load several share one
 * statement: while one is in flight the next batch gathers (group commit). A batch that fails fails for each of its
 * members. It expires exactly 24 hours after the database's own time of storing.
 */
export const storePublicCode: (row: NewPublicCode) => Promise<void> = createGatherer({
  name: "store public code",
  ask: insertRows,
  maxBatch,
  maxRunning: 1,
  maxWaiting: 2_000,
});

const statements = new Map<number, { name: string; text: string }>();

export interface NewCode {
  name?: string | null | undefined;
  type: (typeof publicContentTypes)[number];
  content: string;
  settings?: Settings | null | undefined;
  grade: boolean;
}

const shortCodeLength = 12;

/**
 * Draws a code, stores its picture for 24 hours and presents both. Nothing is stored unless all of it succeeded.
 * Throws the errors of `encodePublicContent` and `renderCode`; those of content and settings together.
 *
 * @param now the time of generation that the answer states.
 */
export async function createPublicCode(code: NewCode, now: Date): Promise<PublicCodeResource> {
  const { type, content, settings, grade } = code;
  const encode = () => encodePublicContent(type, content);
  const picture = await renderCode(encode, { owner: publicOwner, settings, format: "png", grade });
  const shortCode = newBase62(shortCodeLength);
  await storePublicCode({ shortCode, type, content, png: picture.bytes });
  return presentPublicCode(code, picture, shortCode, now);
}

/** Everything that leaves, and nothing else. */
function presentPublicCode(
  code: NewCode,
  picture: Picture,
  shortCode: string,
  now: Date,
): PublicCodeResource {
  const api = `${env.baseUrl}/api/public/qr-codes`;
  const { warnings, scannability } = picture;
  return {
    qrImage: `data:image/png;base64,${picture.bytes.toString("base64")}`,
    imageUrl: `${api}/view/${shortCode}`,
    type: code.type,
    content: code.content,
    name: code.name ?? undefined,
    settings: picture.style,
    warnings: warnings.length > 0 ? warnings : undefined,
    scannability,
    _meta: {
      apiVersion: publicApiVersion,
      generatedAt: now.toISOString(),
      documentation: `${api}/openapi.json`,
      note: "imageUrl serves this image for 24 hours.",
    },
  };
}

interface NewPublicCode {
  shortCode: string;
  type: string;
  content: string;
  png: Buffer;
}

/** One prepared statement for each number of rows: pictures are sent as bytes, which they are not within an array. */
function statementFor(rows: number): { name: string; text: string } {
  const known = statements.get(rows);
  if (known !== undefined) return known;
  const values = Array.from({ length: rows }, (_, row) => {
    const [a, b, c, d] = [1, 2, 3, 4].map((column) => `$${row * 4 + column}`);
    return `(${a}, ${b}, ${c}, ${d}, now(), now() + interval '${publicCodeLifetimeMs} milliseconds')`;
  });
  const columns = "short_code, type, content, png, created_at, expires_at";
  const text = `INSERT INTO public_code (${columns}) VALUES ${values.join(", ")}`;
  const statement = { name: `insert_public_codes_${rows}`, text };
  statements.set(rows, statement);
  return statement;
}

async function insertRows(rows: readonly NewPublicCode[]): Promise<undefined[]> {
  const { name, text } = statementFor(rows.length);
  const values = rows.flatMap(({ shortCode, type, content, png }) => [shortCode, type, content, png]);
  await sql.query({ name, text, values });
  return [];
}

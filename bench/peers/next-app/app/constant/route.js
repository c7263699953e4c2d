export const dynamic = "force-dynamic";

/** What a Next route handler costs before it does anything. */
export function GET() {
  return Response.json({ ok: true });
}

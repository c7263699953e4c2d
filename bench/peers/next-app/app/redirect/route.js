export const dynamic = "force-dynamic";

/** What a redirect to a constant address costs in a Next route handler. */
export function GET() {
  return new Response(null, {
    status: 302,
    headers: { location: "https://quietzone.example/menu", "cache-control": "private, no-store" },
  });
}

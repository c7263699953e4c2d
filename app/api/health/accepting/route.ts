/** Where our server stands in front it answers this itself; a platform takes its instances out of traffic by itself. */
export function GET(): Response {
  return Response.json({ status: "accepting" }, { headers: { "Cache-Control": "no-store" } });
}

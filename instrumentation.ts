/**
 * Called by Next before it answers anything: traces of plain `next start` and of serverless platforms. In our own server
 * they are open by then, and this does nothing.
 */
export async function register(): Promise<void> {
  const { openTraces } = await import("@/lib/platform/tracing/open");
  await openTraces("quietzone");
}

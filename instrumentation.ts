/**
 * Called by Next before it answers anything, for plain `next start` and serverless platforms: their traces, and whether the
 * encryption key is the database's. Our own server has done both by then, and this does nothing.
 */
export async function register(): Promise<void> {
  const { openTraces } = await import("@/lib/platform/tracing/open");
  await openTraces("quietzone");
  const { checkMountKey } = await import("@/server/database/mount-key");
  await checkMountKey();
}

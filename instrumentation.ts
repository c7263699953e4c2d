/**
 * Called by Next before it answers anything, for plain `next start` and serverless platforms: output that can't be written,
 * their traces, warnings of settings, and whether the encryption key is the database's. Our own server has done all of it
 * by then, and this does nothing.
 */
export async function register(): Promise<void> {
  const { guardStandardStreams } = await import("@/lib/platform/log-output");
  guardStandardStreams();
  const { openTraces } = await import("@/lib/platform/tracing/open");
  await openTraces("quietzone");
  const { checkMountKey, isMount } = await import("@/server/database/mount-key");
  if (isMount()) {
    const { handOverAfterActions } = await import("@/inngest/after-answer");
    handOverAfterActions();
    await warnOfSettings();
  }
  await checkMountKey();
}

async function warnOfSettings(): Promise<void> {
  const { warnOfUnknownSettings } = await import("@/lib/platform/setting-names");
  warnOfUnknownSettings();
  const { warnOfNoMail } = await import("@/lib/platform/mail");
  warnOfNoMail();
}

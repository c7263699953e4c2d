const fullDisk = /\bENOSPC\b|no space left on device|\bdisk full\b/i;

/** What the operator reads of an error: its own words, and what to do where they only say that a disk is full. */
export function describeFault(error: unknown): string {
  const { message } = error as Error;
  if (!fullDisk.test(message)) return message;
  return `${message.replace(/\.$/, "")}. A disk is full: make room where DATA_DIR lies, or where the database does.`;
}

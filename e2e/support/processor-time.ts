/** Milliseconds of processor time that this process has used: other work on the machine adds nothing to it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

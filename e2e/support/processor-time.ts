/** Processor time used by this process in milliseconds. Other load on the machine does not count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Whether the service answers at all, whatever it says: behind plain `next start` nothing stands at this address. */
export function isServiceThere(): Promise<boolean> {
  return fetch("/api/health/live", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

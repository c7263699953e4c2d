/** Tops every page of a demo, as high as `--demo-banner` of the body says. */
export function DemoBanner() {
  return (
    <aside
      aria-label="Demo"
      className="flex h-(--demo-banner) items-center justify-center border-b border-line bg-warn-tint px-4 text-small font-medium text-ink"
    >
      Demo: accounts, codes and scans are made up.
    </aside>
  );
}

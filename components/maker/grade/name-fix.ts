import type { Settings } from "@/lib/qr/schema";

/** A verb and the thing it changes, from the patch that the button lays over the settings. */
export function nameFix(fix: Settings): string {
  if (fix.color?.dark && fix.color.light) return "Swap the colours";
  if (fix.color?.dark) return `Use ${fix.color.dark.toUpperCase()}`;
  if (fix.color?.light) return `Use ${fix.color.light.toUpperCase()}`;
  if (fix.eyes?.color) return `Use ${fix.eyes.color.toUpperCase()} eyes`;
  if (fix.transparent === false) return "Keep the background";
  if (fix.quietZone) return `Leave ${fix.quietZone} modules`;
  if (fix.logo?.size) return `Shrink the logo to ${fix.logo.size}`;
  if (fix.size) return `Draw at ${fix.size} pixels`;
  if (fix.modules?.shape) return `Use ${fix.modules.shape} modules`;
  if (fix.eyes?.shape) return `Use ${fix.eyes.shape} eyes`;
  return "Mend it";
}

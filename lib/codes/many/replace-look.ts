import type { Settings } from "@/lib/qr/schema";

/**
 * A look laid over whatever a code has, as a change: what the look says nothing of goes back to its default. A code's own
 * logo stays unless the look's is asked for, which may be none; its size always stays.
 */
export function replaceLook(look: Settings, { withLogo }: { withLogo: boolean }): Settings {
  const { color, modules, eyes, frame, logo } = look;
  return {
    color: { dark: null, light: null, ...color },
    modules: { shape: null, ...modules },
    eyes: { shape: null, color: null, ...eyes },
    frame: frame ? { color: null, size: null, ...frame } : null,
    transparent: look.transparent ?? null,
    errorCorrectionLevel: look.errorCorrectionLevel ?? null,
    quietZone: look.quietZone ?? null,
    ...(withLogo && { logo: logo ? { size: null, ...logo } : null }),
  };
}

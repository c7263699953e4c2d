import localFont from "next/font/local";

/** Variable fonts from our own origin; the fallback's metrics are adjusted, so that text stays where it is. */
const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist",
  weight: "100 900",
  display: "swap",
  adjustFontFallback: "Arial",
});

const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  // Fetched where a page shows code, and not before.
  preload: false,
  weight: "100 900",
  display: "swap",
  adjustFontFallback: false,
});

export const fontClasses = `${sans.variable} ${mono.variable}`;

import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { DemoBanner } from "@/components/site/demo-banner";
import { EarlyPresses } from "@/components/site/early-presses";
import { ThemeProvider } from "@/components/site/theme";
import { env } from "@/lib/platform/env";
import { fontClasses } from "./fonts";
import "./globals.css";

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env.baseUrl),
    title: { default: "Quietzone: QR codes that scan", template: "%s · Quietzone" },
    description: "Create a QR code without an account. We check that each picture scans before you get it.",
    applicationName: "Quietzone",
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fcfcfb" },
    { media: "(prefers-color-scheme: dark)", color: "#161a19" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = await readNonce();
  const requestId = (await headers()).get("x-request-id") ?? undefined;
  return (
    // The theme's script sets an attribute on <html> before React wakes up.
    <html lang="en-GB" className={fontClasses} suppressHydrationWarning>
      <body className={`font-sans ${env.isDemo ? "[--demo-banner:2rem]" : ""}`} data-request={requestId}>
        <EarlyPresses {...(nonce === undefined ? {} : { nonce })} />
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-raised focus:px-4 focus:py-3 focus:font-medium focus:shadow-float"
        >
          Skip to the content
        </a>
        {env.isDemo && <DemoBanner />}
        <ThemeProvider {...(nonce === undefined ? {} : { nonce })}>{children}</ThemeProvider>
      </body>
    </html>
  );
}

/** The CSP nonce, which proxy.ts puts on the request. Reading it makes pages dynamic; a static page would get none. */
async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}

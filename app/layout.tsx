import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
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

/** Runs before hydration. React drops presses on parts not yet hydrated; hydrated elements carry its props. */
const keepPresses = `(() => {
  const pending = new Map();
  const longestMs = 10000;
  const isHydrated = (button) => Object.keys(button).some((key) => key.startsWith("__reactProps$"));
  const afterFrames = (count, then) => requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, then) : then()));
  const look = () => {
    for (const [button, pressedAt] of pending) {
      // A press that comes this late would surprise a visitor who has turned to something else.
      const isLate = performance.now() - pressedAt > longestMs;
      if (!isLate && button.isConnected && !isHydrated(button)) continue;
      pending.delete(button);
      if (isLate) continue;
      // By then what was hydrated is committed, and listens.
      afterFrames(3, () => button.isConnected && button.click());
    }
    if (pending.size > 0) requestAnimationFrame(look);
  };
  addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("button[type=button]");
    if (!button || isHydrated(button) || pending.has(button)) return;
    let isHandled = false;
    const note = () => (isHandled = isHydrated(button));
    addEventListener("click", note, { once: true });
    setTimeout(() => {
      removeEventListener("click", note);
      if (isHandled) return;
      pending.set(button, performance.now());
      look();
    });
  }, true);
})()`;

/** A press on a button that React has not hydrated yet is repeated once it has; without this it would do nothing. */
function EarlyPresses({ nonce }: { nonce?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and the only way to run before React does.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: keepPresses }} />;
}

/** Tops every page of a demo, as high as `--demo-banner` of the body says. */
function DemoBanner() {
  return (
    <aside
      aria-label="Demo"
      className="flex h-(--demo-banner) items-center justify-center border-b border-line bg-warn-tint px-4 text-small font-medium text-ink"
    >
      Demo: accounts, codes and scans are made up.
    </aside>
  );
}

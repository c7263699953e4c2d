import type { ReactNode } from "react";
import { Footer } from "@/components/site/frame";
import { env } from "@/lib/platform/env";
import { SiteHeader } from "../site-header";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer supportEmail={env.supportEmail} />
    </div>
  );
}

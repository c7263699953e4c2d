import type { ReactNode } from "react";
import { PageCode } from "@/components/auth/page-code";
import { ReportZone } from "@/components/shell/report-zone";
import { Footer } from "@/components/site/footer";
import { env } from "@/lib/platform/env";
import { SiteHeader } from "../site-header";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <div className="auth flex-1">
        <main id="main" tabIndex={-1} className="auth-form min-w-0 outline-none">
          {children}
        </main>
        <aside aria-label="On a phone" className="auth-bench bench bg-canvas px-6 pt-12 pb-16 xl:pt-16">
          <div>
            <PageCode
              address={`${env.baseUrl}/sign-in`}
              name="QR code that opens the sign-in page"
              note="Scan it to sign in on your phone instead."
            />
          </div>
        </aside>
      </div>
      <Footer supportEmail={env.supportEmail} />
      <ReportZone />
    </div>
  );
}

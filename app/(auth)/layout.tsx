import type { ReactNode } from "react";
import { CropMarks, QrSheet } from "@/components/codes/qr-sheet";
import { Ruler } from "@/components/codes/ruler";
import { ReportZone } from "@/components/shell/report-zone";
import { Footer } from "@/components/site/frame";
import { env } from "@/lib/platform/env";
import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
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

function PageCode({ address, name, note }: { address: string; name: string; note: string }) {
  const matrix = encodeMatrix(address, symbolFor(null));
  // A whole number of pixels a module, so that the margin is the four modules that the ruler says.
  const { style } = resolveStyle({ size: 16 * (matrix.size + 8) }, matrix);
  return (
    <div className="mx-auto w-(--sheet) max-w-full">
      <Ruler matrix={matrix} style={style} />
      <div className="mt-[27px]">
        <CropMarks>
          <QrSheet svg={drawSvg(matrix, style, { title: name })} name={name} />
        </CropMarks>
      </div>
      <p className="mt-12 text-small text-ink-3">{note}</p>
    </div>
  );
}

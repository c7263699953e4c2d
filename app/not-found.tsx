import type { Metadata } from "next";
import { headers } from "next/headers";
import { Footer } from "@/components/site/frame";
import { LostPage } from "@/components/site/lost-page";
import { ButtonLink } from "@/components/ui/links";
import { env } from "@/lib/platform/env";
import { SiteHeader } from "./site-header";

export const metadata: Metadata = { title: "Not here" };

export default async function NotFound() {
  const requestId = (await headers()).get("x-request-id") ?? undefined;
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <LostPage
          title="There is nothing here"
          sentence="This address doesn't match any page."
          requestId={requestId}
        >
          <ButtonLink href="/" kind="primary" shape="large">
            Create a code
          </ButtonLink>
        </LostPage>
      </main>
      <Footer supportEmail={env.supportEmail} />
    </div>
  );
}

import type { Metadata } from "next";
import { headers } from "next/headers";
import { LostPage } from "@/components/site/lost-page";
import { ButtonLink } from "@/components/ui/links";

export const metadata: Metadata = { title: "Not here" };

export default async function NotFound() {
  const requestId = (await headers()).get("x-request-id") ?? undefined;
  return (
    <LostPage
      title="There is nothing here"
      sentence="It may have been deleted or belong to another account."
      requestId={requestId}
    >
      <ButtonLink href="/dashboard" kind="primary" shape="large">
        Go to the dashboard
      </ButtonLink>
    </LostPage>
  );
}

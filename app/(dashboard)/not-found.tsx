import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { LostPage } from "@/components/site/lost-page";
import { buttonClasses } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not here" };

export default async function NotFound() {
  const requestId = (await headers()).get("x-request-id") ?? undefined;
  return (
    <LostPage
      title="There is nothing here"
      sentence="It may have been deleted, or it belongs to another account."
      requestId={requestId}
    >
      <Link href="/dashboard" prefetch={false} className={buttonClasses({ kind: "primary", shape: "large" })}>
        Go to the dashboard
      </Link>
    </LostPage>
  );
}

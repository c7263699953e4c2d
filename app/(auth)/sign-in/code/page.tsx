import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CodeForm } from "@/components/auth/sign-in-forms";
import { findPendingSignIn } from "@/lib/auth";
import type { SearchParams } from "../../../request";
import { findVisitor } from "../../../site-header";
import { readCallbackUrl, withCallback } from "../../request";

export const metadata: Metadata = { title: "Enter your code", robots: { index: false } };

/** For a browser with an unfinished sign-in; others are redirected to the sign-in page, or to the page they wanted. */
export default async function CodePage({ searchParams }: { searchParams: SearchParams }) {
  const callbackUrl = readCallbackUrl((await searchParams).callbackUrl);
  const signIn = withCallback("/sign-in", callbackUrl);
  if ((await findPendingSignIn()) === null) redirect((await findVisitor()) === null ? signIn : callbackUrl);
  return <CodeForm callbackUrl={callbackUrl} startAgainHref={signIn} />;
}

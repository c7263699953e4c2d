import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CodeForm } from "@/components/auth/code-form";
import { findHalf } from "@/lib/auth";
import type { SearchParams } from "../../../search-params";
import { findVisitor } from "../../../site-header";
import { readCallbackUrl, withCallback } from "../../callback-url";

export const metadata: Metadata = { title: "Enter your code", robots: { index: false } };

/** For whoever has begun to sign in with this browser; others are led to where that begins, or to what they wanted. */
export default async function CodePage({ searchParams }: { searchParams: SearchParams }) {
  const callbackUrl = readCallbackUrl((await searchParams).callbackUrl);
  const signIn = withCallback("/sign-in", callbackUrl);
  if ((await findHalf()) === null) redirect((await findVisitor()) === null ? signIn : callbackUrl);
  return <CodeForm callbackUrl={callbackUrl} startAgainHref={signIn} />;
}

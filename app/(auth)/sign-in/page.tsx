import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/auth/sign-in-forms";
import type { SearchParams } from "../../request";
import { findVisitor } from "../../site-header";
import { listProviders, readCallbackUrl, withCallback } from "../request";

export const metadata: Metadata = { title: "Sign in" };

const failures: Record<string, string> = {
  EmailNotVerified:
    "The provider has not verified your address. Verify it there first, or sign in with a password.",
  AccessDenied: "The provider didn't let you in.",
  RateLimited: "Too many tries. Wait 15 minutes.",
};

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { callbackUrl: requested, error } = await searchParams;
  const callbackUrl = readCallbackUrl(requested);
  if ((await findVisitor()) !== null) redirect(callbackUrl);
  const failure =
    typeof error === "string"
      ? (failures[error] ?? "The sign-in was not finished. Try again, or use a password.")
      : undefined;
  return (
    <SignInForm
      providers={listProviders()}
      callbackUrl={callbackUrl}
      signUpHref={withCallback("/sign-up", callbackUrl)}
      failure={failure}
    />
  );
}

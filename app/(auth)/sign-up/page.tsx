import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignUpForm } from "@/components/auth/sign-up-forms";
import { findMailbox, findMailHelp } from "../../mailbox";
import type { SearchParams } from "../../request";
import { findVisitor } from "../../site-header";
import { requestAccount } from "../actions";
import { listProviders, readCallbackUrl, withCallback } from "../request";

export const metadata: Metadata = { title: "Create an account" };

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const callbackUrl = readCallbackUrl((await searchParams).callbackUrl);
  if ((await findVisitor()) !== null) redirect(callbackUrl);
  return (
    <SignUpForm
      signUp={requestAccount}
      providers={listProviders()}
      callbackUrl={callbackUrl}
      signInHref={withCallback("/sign-in", callbackUrl)}
      mailbox={findMailbox()}
      mailHelp={findMailHelp()}
    />
  );
}

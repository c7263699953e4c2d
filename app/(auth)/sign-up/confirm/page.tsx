import type { Metadata } from "next";
import { ConfirmForm } from "@/components/auth/sign-up-forms";
import type { SearchParams } from "../../../request";
import { finishAccount } from "../../actions";
import { readMailLink } from "../../request";

export const metadata: Metadata = { title: "Finish your account", robots: { index: false } };

export default async function ConfirmPage({ searchParams }: { searchParams: SearchParams }) {
  return <ConfirmForm link={await readMailLink("sign_up", await searchParams)} confirm={finishAccount} />;
}

import type { Metadata } from "next";
import { ConfirmEmailForm } from "@/components/auth/reset-forms";
import type { SearchParams } from "../../request";
import { changeEmailByLink } from "../actions";
import { readMailLink } from "../request";

export const metadata: Metadata = { title: "Confirm the new address", robots: { index: false } };

export default async function ConfirmEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const link = await readMailLink("email_change", await searchParams);
  return <ConfirmEmailForm link={link} confirm={changeEmailByLink} />;
}

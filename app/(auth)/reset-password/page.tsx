import type { Metadata } from "next";
import { ResetForm } from "@/components/auth/reset-forms";
import type { SearchParams } from "../../request";
import { resetByLink } from "../actions";
import { readMailLink } from "../request";

export const metadata: Metadata = { title: "Choose a new password", robots: { index: false } };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  return <ResetForm link={await readMailLink("password_reset", await searchParams)} reset={resetByLink} />;
}

import type { Metadata } from "next";
import { FirstOperatorForm } from "@/components/auth/first-operator-form";
import type { SearchParams } from "../../../request";
import { createOperator } from "../../actions";
import { readMailLink } from "../../request";

export const metadata: Metadata = { title: "Create the operator's account", robots: { index: false } };

export default async function FirstOperatorPage({ searchParams }: { searchParams: SearchParams }) {
  const link = await readMailLink("first_operator", await searchParams);
  return <FirstOperatorForm token={link?.token ?? null} create={createOperator} />;
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/lib/auth";

export const metadata: Metadata = { title: "Not here" };

/** Nothing stands here. A stranger is sent to sign in from here as from every page beside it, so that none is told apart. */
export default async function NoPage() {
  await requireOperator();
  notFound();
}

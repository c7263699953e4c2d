import { notFound } from "next/navigation";
import { requireOperator } from "@/lib/auth";

/** Nothing stands here. A stranger is sent to sign in from here as from every page below, so that none is told apart. */
export default async function NoPage() {
  await requireOperator();
  notFound();
}

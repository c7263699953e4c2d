import type { Metadata } from "next";
import { findSession } from "@/lib/auth";

/** A page's name for the operator; to everybody else it is called as a page that isn't there. */
export async function titleForOperator(title: string): Promise<Metadata> {
  const session = await findSession();
  return { title: session?.isOperator ? title : "Not here" };
}

import { unstable_rethrow } from "next/navigation";
import { Header } from "@/components/site/frame";
import { findSession } from "@/lib/auth";
import { log } from "@/lib/platform/log";

/** Who is signed in, for pages that need nobody to be: where that can't be told, they go on without. */
export async function findVisitor(): Promise<{ name: string } | null> {
  try {
    const session = await findSession();
    return session === null ? null : { name: session.name ?? session.email };
  } catch (error) {
    unstable_rethrow(error);
    log.warn({ err: error }, "a page was made without knowing who is signed in");
    return null;
  }
}

export async function SiteHeader() {
  return <Header visitor={await findVisitor()} />;
}

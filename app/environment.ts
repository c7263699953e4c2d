import type { Environment } from "@/lib/accounts/schema";
import type { SearchParams } from "./search-params";

/** Which of the account's data a page of the console shows: its own, unless the address asks for the sandbox's. */
export async function readEnvironment(searchParams: SearchParams): Promise<Environment> {
  return (await searchParams).environment === "sandbox" ? "sandbox" : "production";
}

import type { Environment } from "@/lib/accounts/schema";
import type { SearchParams } from "./search-params";

export async function readEnvironment(searchParams: SearchParams): Promise<Environment> {
  return (await searchParams).environment === "sandbox" ? "sandbox" : "production";
}

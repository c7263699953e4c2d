import { type Caller, type Environment, environments } from "@/lib/accounts/schema";

/** Who takes their account along: signed in, by this session. */
export type Exporter = Caller & { userId: string; sessionId: string };

/** The same person before each of the account's two data sets. */
export function inEachEnvironment(exporter: Exporter): Exporter[] {
  return environments.map((environment: Environment) => ({ ...exporter, environment }));
}

import { readAnalytics } from "@/lib/analytics";
import { type Endpoint, endpoint } from "../endpoint";
import * as contracts from "./analytics-contracts";

const get = endpoint(contracts.getAnalytics, async ({ caller, query }) => ({
  json: await readAnalytics(caller, query),
}));

export const analyticsEndpoints: readonly Endpoint[] = [get];

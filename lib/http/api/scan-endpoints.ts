import * as scans from "@/lib/scans";
import { type Endpoint, endpoint } from "../endpoint";
import * as contracts from "./scan-contracts";

const list = endpoint(contracts.listScans, async ({ caller, query }) => ({
  json: await scans.listScans(caller, query),
}));

const createInSandbox = endpoint(
  contracts.createSandboxScans,
  async ({ caller, body, clientAddress, seal }) => ({
    json: await scans.createSandboxScans(caller, body, clientAddress, (tx, json) => seal(tx, { json })),
  }),
);

/** The list of scans, and made-up ones for the sandbox. */
export const scanEndpoints: readonly Endpoint[] = [list, createInSandbox];

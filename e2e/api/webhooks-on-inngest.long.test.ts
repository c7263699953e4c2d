import { afterAll, beforeAll, describe } from "vitest";
import { InngestDouble } from "../support/inngest/double";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { type DnsStub, startDnsStub } from "../support/webhooks/dns-stub";
import { runCases } from "../support/webhooks/run-cases";

let double: InngestDouble;
let names: DnsStub;
let own: OwnServices;

beforeAll(async () => {
  [double, names] = await Promise.all([new InngestDouble().open(), startDnsStub()]);
  own = await openOwnServices(1, {
    settings: {
      ...double.settings,
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      WEBHOOK_DNS_SERVERS: names.address,
      WEBHOOK_RETRY_BASE_SECONDS: "0.2",
      WEBHOOK_RETRY_FACTOR: "2",
    },
  });
  const { status } = await double.sync(`${own.services[0]!.baseUrl}/api/inngest`);
  if (status !== 200) throw new Error(`the app did not register: ${status}`);
});

afterAll(async () => {
  await double.close();
  await own.close();
  await names.close();
});

describe("deliveries through Inngest functions", () => {
  runCases(() => ({ baseUrl: own.services[0]!.baseUrl }));
});

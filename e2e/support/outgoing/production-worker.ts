import { setTimeout as sleep } from "node:timers/promises";
import { issueCertificate } from "../webhooks/authority";
import { startDnsStub } from "../webhooks/dns-stub";
import { type Receiver, startReceiver } from "../webhooks/receiver";

/**
 * Runs in a network of its own (`production-network.ts`), in which loopback has these addresses, too: calls receivers
 * behind each of them with production's settings and writes what came of it.
 */

const [publicFour = "", publicSix = "", ...within] = process.argv.slice(2);
const names = await startDnsStub();
process.env.WEBHOOK_DNS_SERVERS = names.address;
const { safeFetch, validateResolvedUrl } = await import("@/lib/platform/safe-fetch");

const hosts = [publicFour, publicSix, ...within, "127.0.0.1", "::1"];
const certificate = await issueCertificate(["hooks.example.test", ...hosts]);
const receivers: Receiver[] = [];
let port = 0;
for (const host of hosts) {
  const receiver = await startReceiver({ host, certificate, port });
  port = receiver.port;
  receivers.push(receiver);
}

async function call(host: string): Promise<string> {
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${port}/hook`;
  const request = { url, method: "POST", headers: {}, body: "{}", deadlineMs: 5_000 } as const;
  const fault = await validateResolvedUrl(url);
  const outcome = await safeFetch(request).then(
    ({ status }) => status,
    ({ code }: { code: string }) => code,
  );
  return `${outcome}, ${fault}`;
}

async function callByName(addresses: string[]): Promise<string> {
  names.answer("hooks.example.test", {
    a: addresses.filter((address) => !address.includes(":")),
    aaaa: addresses.filter((address) => address.includes(":")),
  });
  return call("hooks.example.test");
}

const outcomes: Record<string, string> = {};
for (const host of hosts) {
  outcomes[host] = await call(host);
  outcomes[`name of ${host}`] = await callByName([host]);
}
for (const host of within)
  outcomes[`name of ${host} and a public one`] = await callByName([publicFour, host]);
outcomes.localhost = await call("localhost");
// A connection that the client gave up may reach its receiver late, and no event says that none will.
await sleep(50);
const connections = Object.fromEntries(hosts.map((host, place) => [host, receivers[place]?.connections]));
process.stdout.write(JSON.stringify({ outcomes, connections }));
process.exit(0);

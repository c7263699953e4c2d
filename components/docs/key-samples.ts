import type { SampleRequest } from "./request-samples";

const key = "API_KEY";

/** Single requests of the quick start, by the sections that show them. */
export function listKeyRequests(baseUrl: string) {
  const address = `${baseUrl}/api/v1/qr-codes`;
  const menu = `"type":"url","content":"https://example.com/menu"`;
  return {
    create: { url: address, key, body: `{"name":"Menu, table 4",${menu},"isDynamic":true}` },
    change: {
      method: "PUT",
      url: `${address}/$ID`,
      key,
      body: `{"content":"https://example.com/menu/summer","settings":{"color":{"dark":"#0F766E"}}}`,
    },
    slug: { method: "PUT", url: `${address}/$ID`, key, body: `{"slug":"$SLUG"}` },
    domain: {
      url: `${baseUrl}/api/v1/domains`,
      key,
      body: `{"host":"$HOST","rootUrl":"https://example.com/"}`,
    },
    picture: { url: `${address}/$ID/image?format=svg`, key, output: "menu.svg" },
    analytics: { url: `${baseUrl}/api/v1/analytics?timeRange=7d&timezone=Europe/Paris&qrCodeId=$ID`, key },
    list: { url: `${address}?search=table&sort=name&order=asc&limit=50`, key },
    dryRun: {
      url: `${address}?dryRun=true`,
      key,
      body: `{"name":"Try","type":"text","content":"Is there room for one more?"}`,
    },
  } as const satisfies Record<string, SampleRequest>;
}

/** The request of the page about goals. */
export const listGoalRequests = (baseUrl: string) =>
  ({
    record: {
      url: `${baseUrl}/api/v1/goals`,
      key,
      body: `{"scanId":"$QZ_SCAN","name":"order","value":49.9,"currency":"EUR"}`,
    },
  }) as const satisfies Record<string, SampleRequest>;

/** Whether keys sent to this address could be read on their way: clients of it want to be told that this is meant. */
export function goesInClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

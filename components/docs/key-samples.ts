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
    publish: { method: "PUT", url: `${address}/$ID`, key, body: `{"publicImage":true}` },
    analytics: { url: `${baseUrl}/api/v1/analytics?timeRange=7d&timezone=Europe/Paris&qrCodeId=$ID`, key },
    list: { url: `${address}?search=table&sort=name&order=asc&limit=50`, key },
    account: { url: `${baseUrl}/api/v1/account`, key },
    dryRun: {
      url: `${address}?dryRun=true`,
      key,
      body: `{"name":"Try","type":"text","content":"Is there room for one more?"}`,
    },
  } as const satisfies Record<string, SampleRequest>;
}

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** Requests of the page about smart targets. */
export function listTargetRequests(baseUrl: string) {
  const url = `${baseUrl}/api/v1/qr-codes/$ID`;
  const evening = `{"days":["Friday","Saturday"],"hours":{"from":"18:00","until":"02:00"},"timezone":"Europe/Paris"}`;
  const routes = [
    `{"id":"apple","when":{"os":["iOS"]},"to":"https://example.com/app/ios"}`,
    `{"id":"evening","when":${evening},"to":"https://example.com/menu/evening"}`,
    `{"id":"test","split":[{"name":"A","to":"https://example.com/a","weight":50},{"name":"B","to":"https://example.com/b","weight":50}]}`,
  ];
  return {
    rules: { method: "PUT", url, key, body: `{"settings":{"routes":[\n  ${routes.join(",\n  ")}\n]}}` },
    campaign: {
      method: "PUT",
      url,
      key,
      body: `{"settings":{"utm":{"source":"poster","medium":"qr","campaign":"summer"},"passQuery":true}}`,
    },
    resolve: { url: `${url}/resolve`, key, body: `{"userAgent":"${iPhone}","language":"pt-BR"}` },
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

import type { Calls } from "./load";

/** Phones of a few makes, so that visits are told apart as in life. */
const userAgents = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/144.0.0.0 Mobile Safari/537.36",
];

/** Takes the next of several short URLs at every call, as another visitor; at the service's own host unless told. */
export function scanOf(paths: readonly string[], host?: string): Calls {
  const named: Record<string, string> = host === undefined ? {} : { host };
  let at = 0;
  return () => {
    at += 1;
    const headers = { "user-agent": userAgents[at % userAgents.length]!, ...named };
    return { method: "GET", path: paths[at % paths.length]!, headers };
  };
}

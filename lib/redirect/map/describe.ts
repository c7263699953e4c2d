import { env } from "@/lib/platform/env";
import { installPath, type MapCounts } from "./configuration";

/** How to read and use the map, for a reader in some years. */
export function describeMap({ codes }: MapCounts, now: Date): string {
  return `Redirect map of ${env.baseUrl}, ${now.toISOString()}
${codes} dynamic codes. Static codes hold their content themselves and need no map.

Every printed dynamic code holds an address like ${env.baseUrl}/r/7kQm2XbT. As long as that host's name is yours,
these files answer it without the service.

redirect-map.csv
  One line a code: what it answers, and what bounds it. UTF-8, comma-separated. A text that a spreadsheet would take for a
  formula has an apostrophe before it, so take addresses to the letter from nginx/targets.map.

nginx/
  Copy it to ${installPath} (or elsewhere: that path stands in quietzone-map.conf and quietzone-server.conf), then
  write within "http" of /etc/nginx/nginx.conf, after its other lines:

      include ${installPath}/quietzone-map.conf;
      include ${installPath}/quietzone-server.conf;

  nginx -t, then reload. nginx 1.11.2 or later with PCRE. quietzone-map.conf says what is answered, quietzone-server.conf is an
  example of a server that does so, targets.map holds the codes, long-targets.conf pieces of addresses that are too long
  for one line, pages/ what is shown: the pages of codes that hold no web address, in five languages, and of codes that
  are off.

  To change where a code leads, change its line in targets.map and reload. Its key is the short code in lower case, a dot,
  and for each character l or u: u where it is a capital. A dollar in an address is written \${qz_dollar}, a quote \\", a
  backslash \\\\.

What stays as it was when the map was made: a code that starts or ends at an instant or after so many scans answers as it did
then. Its lines in targets.map and in redirect-map.csv say when. nginx counts no scans, and "+" behind an address
shows no preview. Of a visitor's languages the first counts.
`;
}

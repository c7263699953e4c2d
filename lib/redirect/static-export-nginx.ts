import { env } from "@/lib/platform/env";
import { languages } from "@/lib/platform/language";
import { shortPathSource } from "@/lib/platform/short-path";
import type { ArchivedFile } from "@/lib/platform/zip";
import { fileNames, writePage } from "./pages";
import { closedBecause, dollarVariable, quote } from "./static-export-codes";

/** Where the folder is meant to lie; it stands in the two files that are meant to be read. */
export const installPath = "/etc/nginx/quietzone";

/** How many of each the map has. */
export interface MapCounts {
  codes: number;
  /** Paths that open them. */
  lines: number;
  pieces: number;
}

const samplePage = { kind: "opened", shortCode: "00000000", content: "x" } as const;
const context = { language: "en", requestId: null, reportUrl: null } as const;

function policyOf(type: "contact" | "text"): string {
  const content = type === "contact" ? '{"firstName":"A"}' : "x";
  const { headers } = writePage({ ...samplePage, type, content }, context);
  return headers["Content-Security-Policy"] ?? "";
}

/** One map a character: whether it is a capital. */
const capitals = Array.from(
  { length: 8 },
  (_, place) => `map $qz_code $qz_${place} { default l; "~^.{${place}}[A-Z]" u; }`,
).join("\n");
const capitalVariables = Array.from({ length: 8 }, (_, place) => `$qz_${place}`).join("");

/** Bounds for as many entries as there are: buckets of 15 entries, half of which are empty places. */
function writeSizes({ lines, pieces }: MapCounts): string {
  const maps = `map_hash_bucket_size 512;\nmap_hash_max_size ${Math.max(2_048, 2 * lines)};`;
  if (pieces === 0) return maps;
  return `${maps}\nvariables_hash_bucket_size 512;\nvariables_hash_max_size ${Math.max(1_024, 2 * pieces + 512)};`;
}

const escapeDots = (name: string) => name.replaceAll(".", "\\.");
const anyFile = fileNames.map(escapeDots).join("|");

/** What stands in `http`: from the address of a call to what it is answered. */
function writeMaps(counts: MapCounts): string {
  return `# What each printed code answers. Include it once within "http".
# nginx looks keys of a map up without regard to case, and short codes differ by case. So the key of a code is the code and
# which of its characters are capitals: aB3 is "ab3.lul". Slugs have no such difference: that of Summer-Menu is "summer-menu.".

# If your configuration has these already, keep the larger ones.
${writeSizes(counts)}

geo $${dollarVariable} { default "$"; }

# The short code or slug and the file, from the address as it was sent.
map $request_uri $qz_code {
    default "";
    "~^/r/(?<qz_asked_code>${shortPathSource})(?:/(?:${anyFile}))?(?:\\?|$)" $qz_asked_code;
}
map $request_uri $qz_file {
    default "";
    "~^/r/${shortPathSource}/(?<qz_asked_file>${anyFile})(?:\\?|$)" $qz_asked_file;
}
${capitals}
map $qz_code $qz_capitals { default ""; "~^[0-9A-Za-z]{8}$" "${capitalVariables}"; }

# An address; or "page", "copy" or "not_yet", the file that the page hands out and where they lie; or "closed" and why.
map "$qz_code.$qz_capitals" $qz_found {
    default "";
    include ${installPath}/targets.map;
}
include ${installPath}/long-targets.conf;

map $qz_found $qz_place { default ""; "~^(?:page|copy|not_yet)/[a-z.]*:(?<qz_found_place>.+)$" $qz_found_place; }
map $qz_found $qz_why { default ""; "~^closed:(?<qz_found_why>.+)$" $qz_found_why; }
map "$qz_file:$qz_found" $qz_status {
    default 404;
    "~^:https?://" 302;
    "~^:(?:page|copy)/" 200;
${fileNames.map((name) => `    "~^${escapeDots(name)}:(?:page|copy)/${escapeDots(name)}:" 200;`).join("\n")}
    "~^[a-z.]+:closed:used_up$" 404;
    "~^[a-z.]*:closed:" 410;
}

# The first language of the visitor's that there are pages in.
map $http_accept_language $qz_language {
    default ${languages[0]};
${languages.map((language) => `    "~*^\\s*${language}\\b" ${language};`).join("\n")}
}
map "$qz_status:$qz_file:$qz_found" $qz_page {
    default "unknown.$qz_language.html";
    "~^200::" "$qz_place.$qz_language.html";
    "~^200:[a-z.]+:" "$qz_place.$qz_file";
    "~^410:" "closed-$qz_why.$qz_language.html";
    "~^404:[a-z.]*:not_yet/" "$qz_place.$qz_language.html";
}

# Headers; one without a value is not sent.
map "$qz_status:$qz_file:$qz_found" $qz_policy {
    default ${quote(policyOf("contact"))};
    "~^302:" "";
    "~^200::copy/" ${quote(policyOf("text"))};
    "~^200:[a-z.]+:" "default-src 'none'; frame-ancestors 'none'";
}
map "$qz_status:$qz_file" $qz_content_language { default $qz_language; "~^302:" ""; "~^200:." ""; }
map $qz_content_language $qz_vary { default "Accept-Language"; "" ""; }
map "$qz_status:$qz_file" $qz_disposition { default ""; "~^200:." 'attachment; filename="$qz_file"'; }
`;
}

/** A server that answers as the service did; to be made one's own. */
function writeServer(): string {
  return `# An example: the server of the host that the printed codes name. Include it within "http", after quietzone-map.conf.
server {
    listen 80;
    # For https://, which printed codes usually name:
    # listen 443 ssl;
    # ssl_certificate     /etc/letsencrypt/live/${new URL(env.baseUrl).hostname}/fullchain.pem;
    # ssl_certificate_key /etc/letsencrypt/live/${new URL(env.baseUrl).hostname}/privkey.pem;
    server_name ${new URL(env.baseUrl).hostname};

    root ${installPath}/pages;
    etag off;
    charset utf-8;
    charset_types text/vcard application/x-apple-aspen-config;
    types { text/html html; text/vcard vcf; application/x-apple-aspen-config mobileconfig; }

    # Nobody keeps an answer, so that a changed map holds from the next scan on.
    add_header Cache-Control "private, no-store" always;
    add_header Content-Disposition $qz_disposition always;
    add_header Content-Language $qz_content_language always;
    add_header Content-Security-Policy $qz_policy always;
    add_header Referrer-Policy "no-referrer" always;
    add_header Vary $qz_vary always;
    add_header X-Content-Type-Options "nosniff" always;
    add_header X-Robots-Tag "noindex" always;

    error_page 404 410 @quietzone_page;
    location / { return 404; }
    location /r/ {
        if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
        if ($qz_status = 302) { return 302 $qz_found; }
        if ($qz_status = 404) { return 404; }
        if ($qz_status = 410) { return 410; }
        try_files /$qz_page =404;
    }
    location @quietzone_page { try_files /$qz_page =404; }
}
`;
}

/** What the map has besides its codes. */
export function writeConfiguration(counts: MapCounts): ArchivedFile[] {
  return [
    { path: "nginx/quietzone-map.conf", body: writeMaps(counts) },
    { path: "nginx/quietzone-server.conf", body: writeServer() },
    ...languages.flatMap((language) => [
      sharedPage("unknown", language),
      ...closedBecause.map((why) => sharedPage(`closed-${why}`, language)),
    ]),
  ];
}

function sharedPage(name: string, language: (typeof languages)[number]): ArchivedFile {
  const why = closedBecause.find((known) => name === `closed-${known}`);
  const page = why === undefined ? ({ kind: "unknown" } as const) : ({ kind: "closed", why } as const);
  const { body } = writePage(page, { language, requestId: null, reportUrl: null });
  return { path: `nginx/pages/${name}.${language}.html`, body };
}

import { encodeContent } from "@/lib/content";
import { byteOrderMark, writeLine } from "@/lib/platform/csv";
import { ServiceError } from "@/lib/platform/errors";
import { pathOf } from "@/lib/platform/short-path";
import { iterateTargets, type NamedTarget } from "@/lib/targets/iterate-targets";
import { dollarVariable, findAnswer, type MapAnswer, writeTarget } from "./static-export-codes";

/** A domain whose short URLs another server is to answer. */
export interface MappedDomain {
  host: string;
  rootUrl: string | null;
  notFoundUrl: string | null;
  expiredUrl: string | null;
  /** The operator has suspended it: everything on it answers 410. */
  suspended?: object | undefined;
}

export type MapFormat = "nginx" | "caddy" | "json" | "csv";

/** What an answer depends on, which no static file follows. */
type Mark = "schedule" | "limit" | "routes" | "split" | "query";

/** A short URL of a domain and what it answers at the time of the map. */
interface MappedPath {
  path: string;
  shortUrl: string;
  /** False: an earlier short URL of its code. */
  isPresent: boolean;
  codeId: string;
  name: string;
  type: string;
  state: "active" | "scheduled" | "off" | "expired" | "used_up" | "suspended" | "blocked";
  status: 302 | 200 | 404 | 410;
  /** Where it leads; null: it leads nowhere. */
  url: string | null;
  /** What a code without an address hands out. */
  text: string | null;
  mediaType: "text/plain" | "text/vcard" | null;
  marks: Mark[];
}

const files: Record<MapFormat, { mediaType: string; ending: string; write: Writer }> = {
  nginx: { mediaType: "text/plain; charset=utf-8", ending: "nginx.conf", write: writeNginx },
  caddy: { mediaType: "text/plain; charset=utf-8", ending: "caddyfile", write: writeCaddy },
  json: { mediaType: "application/json", ending: "json", write: writeJson },
  csv: { mediaType: "text/csv; charset=utf-8", ending: "csv", write: writeCsv },
};

type Writer = (domain: MappedDomain, paths: readonly MappedPath[], now: Date) => string;

/** Every short URL of a domain with what it answers now, as one file for another server. */
export async function writeDomainMap(
  accountId: string,
  wanted: MappedDomain,
  format: MapFormat,
): Promise<{ bytes: Buffer; mediaType: string; fileName: string }> {
  const now = new Date();
  // What its owner has set for other paths isn't answered either while the host is suspended.
  const domain = wanted.suspended ? { ...wanted, rootUrl: null, notFoundUrl: null } : wanted;
  const mapped: { target: NamedTarget; own: string[] }[] = [];
  for await (const targets of iterateTargets(accountId)) {
    for (const target of targets) {
      const own = listOwnPaths(domain, target);
      if (own.length > 0) mapped.push({ target, own });
    }
  }
  const all = new Set(mapped.flatMap(({ own }) => own.map((path) => path.toLowerCase())));
  const paths: MappedPath[] = [];
  for (const { target, own } of mapped) paths.push(...(await mapTarget(target, own, { domain, all, now })));
  const { mediaType, ending, write } = files[format];
  return { bytes: Buffer.from(write(domain, paths, now)), mediaType, fileName: `${domain.host}.${ending}` };
}

/** What opens a code on the domain, each with the host before it: its paths, and its generated code where the domain is its own. */
function listOwnPaths({ host }: MappedDomain, target: NamedTarget): string[] {
  const generated = target.host === host ? [`${host}/${target.shortCode}`] : [];
  const paths = target.paths.filter((path) => path.startsWith(`${host}/`));
  const known = new Set(paths.map((path) => path.toLowerCase()));
  return [...paths, ...generated.filter((path) => !known.has(path.toLowerCase()))];
}

/** What a map is made of: `all` holds every path of the domain, in lower case and behind the host. */
interface Mapping {
  domain: MappedDomain;
  all: ReadonlySet<string>;
  now: Date;
}

async function mapTarget(target: NamedTarget, own: string[], mapping: Mapping): Promise<MappedPath[]> {
  const { domain, now } = mapping;
  const prefix = `${domain.host}/`;
  const answer = await findAnswerOn(mapping, target);
  const present = pathOf(target).toLowerCase();
  const { codeId, name, type, rules } = target;
  const marks = listMarks(rules);
  const answered = { state: stateOf(target, answer, now), ...describeAnswer(target, answer, domain), marks };
  return own.map((path) => ({
    path: path.slice(prefix.length),
    shortUrl: `https://${path}`,
    isPresent: path.toLowerCase() === present,
    codeId,
    name,
    type,
    ...answered,
  }));
}

async function findAnswerOn({ domain, all, now }: Mapping, target: NamedTarget): Promise<MapAnswer> {
  if (domain.suspended !== undefined) return { kind: "closed", why: "suspended" };
  const found = await findAnswer(target, now, domain.host);
  const isCircle = found.kind === "redirect" && isShortUrlOn(found.url, all);
  return isCircle ? { kind: "closed", why: "blocked" } : found;
}

function listMarks(rules: NamedTarget["rules"]): Mark[] {
  const marks: Mark[] = [];
  if (rules?.startsAt !== undefined || rules?.expiresAt !== undefined) marks.push("schedule");
  if (rules?.maxScans !== undefined) marks.push("limit");
  const { routes = [], passQuery = false } = rules ?? {};
  if (routes.length > 0) marks.push("routes");
  if (routes.some(({ split }) => split !== undefined)) marks.push("split");
  if (passQuery) marks.push("query");
  return marks;
}

/** Whether an address is a short URL of the domain: one of them leads to no other, which could be a circle. */
function isShortUrlOn(url: string, all: ReadonlySet<string>): boolean {
  const { hostname, pathname } = new URL(url);
  return all.has(`${hostname}/${pathname.replace(/^\/+/, "")}`.toLowerCase());
}

function stateOf({ rules }: NamedTarget, answer: MapAnswer, now: Date): MappedPath["state"] {
  if (answer.kind === "closed") return answer.why;
  if (answer.kind === "not_yet") return "scheduled";
  if (answer.kind === "page" || !answer.isFallback) return "active";
  if (rules?.expiresAt !== undefined && Date.parse(rules.expiresAt) <= now.getTime()) return "expired";
  return rules?.startsAt !== undefined && Date.parse(rules.startsAt) > now.getTime()
    ? "scheduled"
    : "used_up";
}

type Described = Pick<MappedPath, "status" | "url" | "text" | "mediaType">;

const nothing = { url: null, text: null, mediaType: null } as const;
/** States in which the domain's own address stands in. */
const ended: readonly string[] = ["off", "expired", "used_up"];

function describeAnswer(target: NamedTarget, answer: MapAnswer, { expiredUrl }: MappedDomain): Described {
  switch (answer.kind) {
    case "redirect":
      return { ...nothing, status: 302, url: answer.url };
    case "not_yet":
      return { ...nothing, status: 404 };
    case "closed":
      return ended.includes(answer.why) && expiredUrl !== null
        ? { ...nothing, status: 302, url: expiredUrl }
        : { ...nothing, status: 410 };
    case "page":
      return describeContent(target);
  }
}

/** A mail or a message opens by its address; a card is a file; a text and a network are shown as they are. */
function describeContent({ type, content }: NamedTarget): Described {
  const text = readPayload(type, content);
  if (/^(?:mailto|sms):[\x21-\x7e]*$/i.test(text)) return { ...nothing, status: 302, url: text };
  const isCard = /^BEGIN:VCARD/i.test(text);
  return { status: 200, url: null, text, mediaType: isCard ? "text/vcard" : "text/plain" };
}

/** As it was sent, where today's rules refuse what an older release accepted. */
function readPayload(type: NamedTarget["type"], content: string): string {
  try {
    return encodeContent(type, content).payload;
  } catch (fault) {
    if (fault instanceof ServiceError) return content;
    throw fault;
  }
}

function writeJson(domain: MappedDomain, paths: readonly MappedPath[], now: Date): string {
  const { host, rootUrl, notFoundUrl, expiredUrl } = domain;
  const made = { host, madeAt: now.toISOString(), rootUrl, notFoundUrl, expiredUrl, shortUrls: paths };
  return `${JSON.stringify(made, null, 2)}\n`;
}

const headings = [
  "Short URL",
  "Path",
  "State",
  "Status",
  "Leads to",
  "Text",
  "Changes by",
  "Code",
  "Code ID",
  "Type",
  "Alias",
];

function writeCsv(_domain: MappedDomain, paths: readonly MappedPath[]): string {
  const lines = paths.map((row) =>
    writeLine([
      row.shortUrl,
      row.path,
      row.state,
      row.status,
      row.url,
      row.text,
      row.marks.join(" "),
      row.name,
      row.codeId,
      row.type,
      row.isPresent ? "no" : "yes",
    ]),
  );
  return byteOrderMark + writeLine(headings) + lines.join("");
}

const introduce = ({ host }: MappedDomain, paths: readonly MappedPath[], now: Date) =>
  `# Redirect map of ${host}, ${now.toISOString()}: ${paths.length} short URLs as they answered then.`;

/** What a line of a map can't do. */
const remarkOf = ({ marks }: MappedPath, indent = "") =>
  marks.length === 0 ? "" : `${indent}# Changes by its ${marks.join(" and its ")}; this line does not:\n`;

const noted = [
  "# A code whose answer depends on the time, on its scans, on rules or on the query is marked: change its line by hand.",
  "# The case of letters does not count.",
];

function answerOf({ url, text, mediaType, status }: MappedPath): string {
  if (url !== null) return "lead";
  if (text === null) return String(status);
  return mediaType === "text/vcard" ? "card" : "text";
}

/** One file, to be included within `http`. Keys begin with a slash, so that none is a word that nginx reads as something else. */
function writeNginx(domain: MappedDomain, paths: readonly MappedPath[], now: Date): string {
  let [answers, values, pieces, pieceCount] = ["", "", "", 0];
  const write = (key: string, text: string, name: string) => {
    const written = writeTarget(key, text, name);
    pieces += written.pieces;
    pieceCount += written.pieceCount;
    return written;
  };
  for (const [place, row] of paths.entries()) {
    answers += `${remarkOf(row, "    ")}    /${row.path} ${answerOf(row)};\n`;
    const value = row.url ?? row.text;
    if (value !== null) values += `    ${write(`/${row.path}`, value, `${place}`).line}`;
  }
  const { host, rootUrl, notFoundUrl } = domain;
  const lead = (url: string | null, name: string) =>
    url === null ? "return 404;" : `return 302 ${write("/", url, name).value};`;
  const [root, other] = [lead(rootUrl, "root"), lead(notFoundUrl, "other")];
  return `${[introduce(domain, paths, now), ...noted].join("\n")}
# Include it within "http". If your configuration has the sizes already, keep the larger ones.
map_hash_bucket_size 512;
map_hash_max_size ${Math.max(2_048, 2 * paths.length)};
variables_hash_bucket_size 512;
variables_hash_max_size ${Math.max(1_024, 2 * pieceCount + 512)};
geo $${dollarVariable} { default "$"; }
${pieces}
map $uri $qz_answer {
    default unknown;
${answers}}
map $uri $qz_value {
    default "";
${values}}
server {
    listen 80;
    # For https://, which printed codes name:
    # listen 443 ssl;
    # ssl_certificate     /etc/letsencrypt/live/${host}/fullchain.pem;
    # ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
    server_name ${host};
    charset utf-8;
    charset_types text/plain text/vcard;
    default_type text/plain;
    add_header Cache-Control "private, no-store" always;
    add_header Referrer-Policy "no-referrer" always;
    add_header X-Content-Type-Options "nosniff" always;
    add_header X-Robots-Tag "noindex" always;

    location = / { ${root} }
    location / {
        if ($qz_answer = lead) { return 302 $qz_value; }
        if ($qz_answer = text) { return 200 $qz_value; }
        # Looked up by this path, before it becomes another one.
        set $qz_kept $qz_value;
        if ($qz_answer = card) { rewrite ^ /.card last; }
        if ($qz_answer = 404) { return 404; }
        if ($qz_answer = 410) { return 410; }
        ${other}
    }
    location = /.card { internal; default_type text/vcard; return 200 $qz_kept; }
}
`;
}

/**
 * What means something even between backticks: the backtick, `{$` (a variable of the environment, looked for before all else),
 * braces, and a backslash before what is written in place of these. A placeholder's value is taken as it is.
 */
const heldByCaddy: Record<string, string> = {
  "`": "{http.vars.qz_backtick}",
  $: "{http.vars.qz_dollar}",
  "\\": "{http.vars.qz_backslash}",
  "{": "\\{",
  "}": "\\}",
};

/** An address or a text between backticks. */
const quoteForCaddy = (text: string) =>
  `\`${text.replace(/[`$\\{}]/g, (sign) => heldByCaddy[sign] ?? sign)}\``;

/** A Caddyfile of one site. */
function writeCaddy(domain: MappedDomain, paths: readonly MappedPath[], now: Date): string {
  const redirect = (path: string, url: string) => `\t\tredir ${path} ${quoteForCaddy(url)} 302\n`;
  const lines = paths.map((row) => {
    const path = `/${row.path}`;
    const remark = remarkOf(row, "\t\t");
    if (row.url !== null) return remark + redirect(path, row.url);
    if (row.text === null) return `${remark}\t\trespond ${path} ${row.status}\n`;
    return `${remark}\t\thandle ${path} {
\t\t\theader Content-Type "${row.mediaType}; charset=utf-8"
\t\t\trespond * ${quoteForCaddy(row.text)} 200
\t\t}
`;
  });
  const { host, rootUrl, notFoundUrl } = domain;
  return `${[introduce(domain, paths, now), ...noted].join("\n")}
${host} {
	header {
		Cache-Control "private, no-store"
		Referrer-Policy no-referrer
		X-Content-Type-Options nosniff
		X-Robots-Tag noindex
	}
	route {
		vars {
			qz_backtick "\`"
			qz_dollar $
			qz_backslash \`\\\`
		}
${rootUrl === null ? "" : redirect("/", rootUrl)}${lines.join("")}${notFoundUrl === null ? "" : redirect("/*", notFoundUrl)}		respond 404
	}
}
`;
}

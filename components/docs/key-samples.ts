/** The quick start's programs, run by a test against `baseUrl` with a key in `API_KEY` and a code's id in `ID`. */
export function writeKeySamples(baseUrl: string) {
  const address = `${baseUrl}/api/v1/qr-codes`;
  return {
    analytics: writeAnalytics(`${baseUrl}/api/v1/analytics`),
    scans: writeScans(`${baseUrl}/api/v1/scans`),
    create: writeCreate(address),
    list: writeList(address),
    change: writeChange(address),
    slug: writeSlug(address),
    domain: writeDomain(`${baseUrl}/api/v1/domains`),
    picture: writePicture(address),
    dryRun: writeDryRun(address),
    bulk: writeBulk(address),
    pages: writePages(address),
    client: writeClient(baseUrl),
  };
}

const key = '-H "authorization: Bearer $API_KEY"';
const json = "-H 'content-type: application/json'";

function writeCreate(address: string): string {
  return `curl -s ${address} \\
  ${key} \\
  ${json} \\
  -d '{"name":"Menu, table 4","type":"url","content":"https://example.com/menu","isDynamic":true}'`;
}

function writeList(address: string): string {
  return `curl -s '${address}?search=table&sort=name&order=asc&limit=50' \\
  ${key}`;
}

function writeChange(address: string): string {
  return `curl -s -X PUT ${address}/$ID \\
  ${key} \\
  ${json} \\
  -d '{"content":"https://example.com/menu/summer","settings":{"color":{"dark":"#0F766E"}}}'`;
}

function writeSlug(address: string): string {
  return `curl -s -X PUT ${address}/$ID \\
  ${key} \\
  ${json} \\
  -d '{"slug":"'$SLUG'"}'`;
}

function writeDomain(address: string): string {
  return `curl -s ${address} \\
  ${key} \\
  ${json} \\
  -d '{"host":"'$HOST'","rootUrl":"https://example.com/"}'`;
}

function writePicture(address: string): string {
  return `curl -s '${address}/'$ID'/image?format=svg' \\
  ${key} \\
  -o menu.svg`;
}

function writeDryRun(address: string): string {
  return `curl -s '${address}?dryRun=true' \\
  ${key} \\
  ${json} \\
  -d '{"name":"Try","type":"text","content":"Is there room for one more?"}'`;
}

function writeBulk(address: string): string {
  return `import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";

const address = "${address}/bulk";
const tables = Array.from({ length: 20 }, (_, index) => index + 1);
const body = JSON.stringify({
  qrCodes: tables.map((table) => ({
    name: \`Table \${table}\`,
    type: "url",
    content: \`https://example.com/menu?table=\${table}\`,
    isDynamic: true,
    settings: { size: 512 },
  })),
});

// One key for one request, however often it has to be sent.
const headers = {
  authorization: \`Bearer \${process.env.API_KEY}\`,
  "content-type": "application/json",
  "idempotency-key": randomUUID(),
};

async function send() {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
    const isFinal = answer !== null && answer.status < 500 && ![409, 429].includes(answer.status);
    if (isFinal) return answer;
    const seconds = Number(answer?.headers.get("retry-after") ?? 2 ** attempt);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error("No answer after six attempts");
}

const answer = await send();
const result = await answer.json();
if (!answer.ok) throw new Error(\`\${result.code}: \${result.error} See \${result.docs}\`);

for (const code of result.created) {
  await writeFile(\`\${code.name}.png\`, Buffer.from(code.qrImage.split(",")[1], "base64"));
}
for (const { index, error } of result.errors) console.error(\`item \${index}: \${error}\`);
console.log(\`\${result.summary.successful} of \${result.summary.total} made\`);
`;
}

function writeAnalytics(address: string): string {
  return `curl -s '${address}?timeRange=7d&timezone=Europe/Paris&qrCodeId='$ID \\
  ${key}`;
}

function writeScans(address: string): string {
  return `import json, os, pathlib, urllib.parse, urllib.request

newest = pathlib.Path("newest-scan.txt")

def read_page(**query):
    request = urllib.request.Request(
        "${address}?" + urllib.parse.urlencode(query),
        headers={"authorization": "Bearer " + os.environ["API_KEY"]},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

query = {"limit": 100, "page": 1}
if newest.exists():
    query["since"] = newest.read_text()
scans = []
while True:
    body = read_page(**query)
    scans += body["data"]
    if query["page"] >= body["pagination"]["pages"]:
        break
    # Scans that come meanwhile are left to the next run, so that pages stay as they are.
    query["until"] = scans[0]["scannedAt"]
    query["page"] += 1

for scan in reversed(scans):
    print(scan["scannedAt"], scan["qrCodeName"], scan["country"], scan["device"], sep=", ")
if scans:
    newest.write_text(scans[0]["scannedAt"])
`;
}

function writePages(address: string): string {
  return `import json, os, urllib.parse, urllib.request

def list_codes(**query):
    page = 1
    while True:
        search = urllib.parse.urlencode({**query, "page": page, "limit": 100})
        request = urllib.request.Request(
            "${address}?" + search,
            headers={"authorization": "Bearer " + os.environ["API_KEY"]},
        )
        with urllib.request.urlopen(request) as answer:
            body = json.load(answer)
        yield from body["data"]
        if page >= body["pagination"]["pages"]:
            return
        page += 1

for code in list_codes(sort="name", order="asc"):
    print(code["name"], code["shortUrl"] or code["content"], code["scanCount"], sep=", ")
`;
}

function writeClient(baseUrl: string): string {
  const options = goesInClear(baseUrl)
    ? `{
  baseUrl: "${baseUrl}",
  apiKey: process.env.API_KEY,
  // The address is http: for a network that is yours alone.
  allowHttp: true,
}`
    : `{ baseUrl: "${baseUrl}", apiKey: process.env.API_KEY }`;
  return `import { Quietzone } from "@quietzone/client";

const quietzone = new Quietzone(${options});
const { id, shortUrl } = await quietzone.codes.create({
  name: "Menu, table 4",
  type: "url",
  content: "https://example.com/menu",
  isDynamic: true,
});
await quietzone.codes.update(id, { content: "https://example.com/menu/summer" });
console.log(shortUrl);
`;
}

/** Whether keys sent to this address could be read on their way: clients of it want to be told that this is meant. */
export function goesInClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

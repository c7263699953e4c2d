import { type SampleRequest, writeGo, writeShell } from "./request-samples";

/** The quick start's programs; each runs as it stands against `baseUrl`, and a test runs them. */
export function writeSamples(baseUrl: string) {
  const address = `${baseUrl}/api/public/qr-codes`;
  return {
    curl: writeShell({ url: address, body: menuBody }),
    go: writeGo({ url: address, body: menuBody }),
    javascript: writeJavaScript(address),
    python: writePython(address),
    ...writePictures(`${address}/image`),
  };
}

/** The same picture where there is room for an address alone. */
function writePictures(address: string) {
  const picture = `${address}?content=https%3A%2F%2Fexample.com%2Fmenu`;
  return {
    html: `<img src="${picture}&amp;size=512" width="256" height="256" alt="The menu">`,
    sheets: `=IMAGE("${address}?content="&ENCODEURL(A2)&"&dark=17472F")`,
    markdown: `![The menu](${picture})`,
  };
}

const menuBody = '{"type":"url","content":"https://example.com/menu"}';

function writeJavaScript(address: string): string {
  return `import { writeFile } from "node:fs/promises";

const answer = await fetch("${address}?grade=true", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    type: "wifi",
    content: JSON.stringify({ ssid: "Guests", password: "quiet-zone-4", security: "WPA" }),
    settings: { size: 512, color: { dark: "#17472F" }, modules: { shape: "rounded" } },
  }),
});

const code = await answer.json();
if (!answer.ok) throw new Error(\`\${code.code}: \${code.error} See \${code.docs}\`);

await writeFile("guests.png", Buffer.from(code.qrImage.split(",")[1], "base64"));
console.log(code.imageUrl);
console.log("scannability", code.scannability.score, code.scannability.weakest.advice);
`;
}

function writePython(address: string): string {
  return `import base64, json, urllib.request

contact = {"firstName": "Ada", "lastName": "Lovelace", "phone": "+44 20 7946 0000"}
body = {"type": "contact", "content": json.dumps(contact), "name": "Ada's card"}

request = urllib.request.Request(
    "${address}",
    data=json.dumps(body).encode(),
    headers={"content-type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    code = json.load(answer)
    left = answer.headers["x-ratelimit-remaining"]

with open("ada.png", "wb") as file:
    file.write(base64.b64decode(code["qrImage"].split(",")[1]))
print(code["imageUrl"])
print(left, "calls left this hour")
`;
}

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

/** The same program with each client, and the command; each reads the key from `QUIETZONE_API_KEY`. A test runs them. */
export function writeClientPrograms(baseUrl: string) {
  return {
    javascript: writeJavaScriptProgram(baseUrl),
    python: writePythonProgram(baseUrl),
    go: writeGoProgram(baseUrl),
    command: writeCommand(baseUrl),
  };
}

/** How each is installed: addresses of this service, and of the folder of its source. */
export function listInstallations(baseUrl: string) {
  return {
    javascript: `npm install ${baseUrl}/downloads/quietzone-client.tgz`,
    python: `pip install ${baseUrl}/downloads/quietzone-0.1.0-py3-none-any.whl`,
  };
}

function writeJavaScriptProgram(baseUrl: string): string {
  const options = goesInClear(baseUrl)
    ? `{
  baseUrl: "${baseUrl}",
  apiKey: process.env.QUIETZONE_API_KEY,
  // The address is http: for a network that is yours alone.
  allowHttp: true,
}`
    : `{ baseUrl: "${baseUrl}", apiKey: process.env.QUIETZONE_API_KEY }`;
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

function writePythonProgram(baseUrl: string): string {
  const more = goesInClear(baseUrl) ? ", allow_http=True" : "";
  return `import os

from quietzone import Quietzone

with Quietzone("${baseUrl}", os.environ["QUIETZONE_API_KEY"]${more}) as quietzone:
    code = quietzone.codes.create(
        {"name": "Menu, table 4", "type": "url", "content": "https://example.com/menu", "isDynamic": True}
    )
    quietzone.codes.update(code["id"], {"content": "https://example.com/menu/summer"})
    print(code["shortUrl"])
`;
}

function writeGoProgram(baseUrl: string): string {
  const more = goesInClear(baseUrl) ? ", quietzone.WithHTTPAllowed()" : "";
  return `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	quietzone "github.com/quietzone/quietzone/clients/go"
)

func main() {
	ctx := context.Background()
	client, err := quietzone.New("${baseUrl}", os.Getenv("QUIETZONE_API_KEY")${more})
	if err != nil {
		log.Fatal(err)
	}
	created, err := client.CreateQrCodeWithResponse(ctx, nil, quietzone.NewQrCode{
		Name:      "Menu, table 4",
		Type:      quietzone.NewQrCodeTypeUrl,
		Content:   "https://example.com/menu",
		IsDynamic: quietzone.Ptr(true),
	})
	if err != nil {
		log.Fatal(err)
	}
	change := quietzone.QrCodeChange{Content: quietzone.Ptr("https://example.com/menu/summer")}
	if _, err := client.UpdateQrCodeWithResponse(ctx, created.JSON201.Id, change); err != nil {
		log.Fatal(err)
	}
	fmt.Println(*created.JSON201.ShortUrl)
}
`;
}

function writeCommand(baseUrl: string): string {
  const more = goesInClear(baseUrl) ? " --allow-http" : "";
  return `export QUIETZONE_URL='${baseUrl}'
npx quietzone${more} codes create https://example.com/menu --name 'Menu, table 4' --dynamic`;
}

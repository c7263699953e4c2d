import { goesInClear } from "./key-samples";

/** The same program with each client, and the command; each reads the key from `QUIETZONE_API_KEY`. A test runs them. */
export function writeClientPrograms(baseUrl: string) {
  return {
    javascript: writeJavaScript(baseUrl),
    python: writePython(baseUrl),
    go: writeGo(baseUrl),
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

function writeJavaScript(baseUrl: string): string {
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

function writePython(baseUrl: string): string {
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

function writeGo(baseUrl: string): string {
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

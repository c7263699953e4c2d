import { writeTables } from "./program-tables";

/** A program of the documentation in three languages, without anything to install. */
export interface Program {
  /** Its name without the ending. */
  file: string;
  javascript: string;
  python: string;
  go: string;
}

/** The longer programs of the quick start with a key: each reads the key from `API_KEY`. A test runs them. */
export function listPrograms(baseUrl: string): Record<"scans" | "codes" | "tables", Program> {
  const address = `${baseUrl}/api/v1/qr-codes`;
  return {
    scans: { file: "scans", ...writeScans(`${baseUrl}/api/v1/scans`) },
    codes: { file: "codes", ...writeCodes(address) },
    tables: { file: "tables", ...writeTables(`${address}/bulk`) },
  };
}

/** Prints every code, page by page. */
const writeCodes = (address: string) => ({
  javascript: `async function* listCodes(query) {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const search = new URLSearchParams({ ...query, page, limit: 100 });
    const answer = await fetch(\`${address}?\${search}\`, {
      headers: { authorization: \`Bearer \${process.env.API_KEY}\` },
    });
    if (!answer.ok) throw new Error(await answer.text());
    const { data, pagination } = await answer.json();
    yield* data;
    pages = pagination.pages;
  }
}

for await (const { name, shortUrl, content, scanCount } of listCodes({ sort: "name", order: "asc" })) {
  console.log([name, shortUrl ?? content, scanCount].join(", "));
}
`,
  python: `import json, os, urllib.parse, urllib.request

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
`,
  go: `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
)

func main() {
	query := url.Values{"sort": {"name"}, "order": {"asc"}, "limit": {"100"}}
	for number, pages := 1, 1; number <= pages; number++ {
		var page struct {
			Data []struct {
				Name, Content string
				ShortURL      *string
				ScanCount     int
			}
			Pagination struct{ Pages int }
		}
		query.Set("page", strconv.Itoa(number))
		readPage(query, &page)
		pages = page.Pagination.Pages
		for _, code := range page.Data {
			address := code.Content
			if code.ShortURL != nil {
				address = *code.ShortURL
			}
			fmt.Printf("%s, %s, %d\\n", code.Name, address, code.ScanCount)
		}
	}
}

func readPage(query url.Values, page any) {
	request, err := http.NewRequest("GET", "${address}?"+query.Encode(), nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		log.Fatal(answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(page); err != nil {
		log.Fatal(err)
	}
}
`,
});

/** Prints each scan once: what came since the last run. */
const writeScans = (address: string) => ({
  javascript: `import { existsSync, readFileSync, writeFileSync } from "node:fs";

const newest = "newest-scan.txt";

async function readPage(query) {
  const answer = await fetch(\`${address}?\${new URLSearchParams(query)}\`, {
    headers: { authorization: \`Bearer \${process.env.API_KEY}\` },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const query = { limit: 100, page: 1 };
if (existsSync(newest)) query.since = readFileSync(newest, "utf8");
const scans = [];
for (let pages = 1; query.page <= pages; query.page += 1) {
  const { data, pagination } = await readPage(query);
  scans.push(...data);
  pages = pagination.pages;
  // Scans that come meanwhile are left to the next run, so that pages stay as they are.
  if (scans.length > 0) query.until = scans[0].scannedAt;
}

for (const { scannedAt, qrCodeName, country, device } of scans.toReversed()) {
  console.log([scannedAt, qrCodeName, country, device].join(", "));
}
if (scans.length > 0) writeFileSync(newest, scans[0].scannedAt);
`,
  python: `import json, os, pathlib, urllib.parse, urllib.request

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
`,
  go: `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
)

type scan struct{ ScannedAt, QrCodeName, Country, Device string }

func main() {
	const newest = "newest-scan.txt"
	query := url.Values{"limit": {"100"}}
	if since, err := os.ReadFile(newest); err == nil {
		query.Set("since", string(since))
	}
	var scans []scan
	for number, pages := 1, 1; number <= pages; number++ {
		var page struct {
			Data       []scan
			Pagination struct{ Pages int }
		}
		query.Set("page", strconv.Itoa(number))
		readPage(query, &page)
		scans = append(scans, page.Data...)
		pages = page.Pagination.Pages
		// Scans that come meanwhile are left to the next run, so that pages stay as they are.
		if len(scans) > 0 {
			query.Set("until", scans[0].ScannedAt)
		}
	}
	for i := len(scans) - 1; i >= 0; i-- {
		fmt.Printf("%s, %s, %s, %s\\n", scans[i].ScannedAt, scans[i].QrCodeName, scans[i].Country, scans[i].Device)
	}
	if len(scans) > 0 {
		if err := os.WriteFile(newest, []byte(scans[0].ScannedAt), 0o600); err != nil {
			log.Fatal(err)
		}
	}
}

func readPage(query url.Values, page any) {
	request, err := http.NewRequest("GET", "${address}?"+query.Encode(), nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		log.Fatal(answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(page); err != nil {
		log.Fatal(err)
	}
}
`,
});

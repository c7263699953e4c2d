/** Prints each scan once: what came since the last run. */
export const writeScans = (address: string) => ({
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

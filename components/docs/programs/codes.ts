/** Prints every code, page by page. */
export const writeCodes = (address: string) => ({
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

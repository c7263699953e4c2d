/** Creates twenty codes with one request, which is sent again until it has an answer. */
export const writeTables = (address: string) => ({
  javascript: `import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";

const address = "${address}";
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
`,
  python: `import base64, json, os, pathlib, time, urllib.error, urllib.request, uuid

tables = [
    {
        "name": f"Table {table}",
        "type": "url",
        "content": f"https://example.com/menu?table={table}",
        "isDynamic": True,
        "settings": {"size": 512},
    }
    for table in range(1, 21)
]
# One key for one request, however often it has to be sent.
request = urllib.request.Request(
    "${address}",
    headers={
        "authorization": f"Bearer {os.environ['API_KEY']}",
        "content-type": "application/json",
        "idempotency-key": str(uuid.uuid4()),
    },
    data=json.dumps({"qrCodes": tables}).encode(),
)

def send():
    for attempt in range(1, 7):
        seconds = 2**attempt
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code not in (409, 429):
                raise SystemExit(error.read().decode())
            seconds = int(error.headers.get("retry-after", seconds))
        except OSError:
            pass
        time.sleep(seconds)
    raise SystemExit("No answer after six attempts")

result = send()
for code in result["created"]:
    picture = base64.b64decode(code["qrImage"].split(",")[1])
    pathlib.Path(f"{code['name']}.png").write_bytes(picture)
for error in result["errors"]:
    print(f"item {error['index']}: {error['error']}")
print(f"{result['summary']['successful']} of {result['summary']['total']} made")
`,
  go: `package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	var tables []map[string]any
	for table := 1; table <= 20; table++ {
		tables = append(tables, map[string]any{
			"name":      fmt.Sprintf("Table %d", table),
			"type":      "url",
			"content":   fmt.Sprintf("https://example.com/menu?table=%d", table),
			"isDynamic": true,
			"settings":  map[string]int{"size": 512},
		})
	}
	body, err := json.Marshal(map[string]any{"qrCodes": tables})
	if err != nil {
		log.Fatal(err)
	}
	var result struct {
		Created []struct{ Name, QrImage string }
		Errors  []struct {
			Index int
			Error string
		}
		Summary struct{ Successful, Total int }
	}
	if err := json.Unmarshal(send(body), &result); err != nil {
		log.Fatal(err)
	}
	for _, code := range result.Created {
		_, text, _ := strings.Cut(code.QrImage, ",")
		picture, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(code.Name+".png", picture, 0o644); err != nil {
			log.Fatal(err)
		}
	}
	for _, fault := range result.Errors {
		fmt.Printf("item %d: %s\\n", fault.Index, fault.Error)
	}
	fmt.Printf("%d of %d made\\n", result.Summary.Successful, result.Summary.Total)
}

func send(body []byte) []byte {
	// One key for one request, however often it has to be sent.
	key := fmt.Sprintf("tables-%x-%x", rand.Uint64(), rand.Uint64())
	for attempt := 1; attempt <= 6; attempt++ {
		request, err := http.NewRequest("POST", "${address}", bytes.NewReader(body))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", key)
		seconds := 1 << attempt
		if answer, err := http.DefaultClient.Do(request); err == nil {
			data, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err == nil && answer.StatusCode < 400 {
				return data
			}
			if err == nil && answer.StatusCode < 500 && answer.StatusCode != 409 && answer.StatusCode != 429 {
				log.Fatal(answer.Status, string(data))
			}
			if wait, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
				seconds = wait
			}
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	log.Fatal("No answer after six attempts")
	return nil
}
`,
});

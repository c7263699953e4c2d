import { writeGo, writeShell } from "./request-samples";

/** The quick start's programs; each runs as it stands against `baseUrl`, and a test runs them. */
export function writeSamples(baseUrl: string) {
  const address = `${baseUrl}/api/public/qr-codes`;
  return {
    curl: writeShell({ url: address, body: menu }),
    go: writeGo({ url: address, body: menu }),
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

const menu = '{"type":"url","content":"https://example.com/menu"}';

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

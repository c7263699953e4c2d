import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { callV1 } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { newTriedWebhook, type TriedWebhook } from "../support/own-webhooks";

let tried: TriedWebhook;
let before: unknown;
beforeAll(async () => {
  tried = await newTriedWebhook();
});
beforeEach(async () => {
  before = await tried.stored();
});

const own = () => new URL(inject("baseUrl"));
const long = `https://hooks.example.test/${"x".repeat(2_048)}`;

/** As the address is written. */
const malformed = [
  "",
  " ",
  "hooks.example.test",
  "//hooks.example.test",
  "/hooks",
  "http://hooks.example.test/",
  "HTTP://hooks.example.test/",
  "ftp://hooks.example.test/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "data:text/html,x",
  "wss://hooks.example.test/",
  "https:",
  "https://",
  "https:///hooks",
  "https://user@hooks.example.test/",
  "https://user:pass@hooks.example.test/",
  "https://:pass@hooks.example.test/",
  "https://@hooks.example.test/",
  "https://hooks.example.test:0/",
  "https://hooks.example.test:22/",
  "https://hooks.example.test:25/",
  "https://hooks.example.test:6667/",
  "https://hooks.example.test:65536/",
  "https://hooks.example.test:x/",
  "https://hooks example.test/",
  " https://hooks.example.test/",
  "https://hooks.example.test/ ",
  "https://hooks.example.test/a b",
  "https://hooks.example.test/\n",
  "https://hooks.exam\tple.test/",
  "ht\ntps://hooks.example.test/",
  "https://hooks.example.test/\u0000",
  "https://hooks.example.test/\u007f",
  "https://hooks.example.test/\u0085",
  "https://hooks.example.test/\ud800",
  "https:\\\\hooks.example.test\\",
  "https://hooks..example.test/",
  "https://-hooks.example.test/",
  "https://[::1/",
  "https://[fe80::1%25eth0]/",
  "https://256.1.1.1/",
  "https://%00.example.test/",
  "https://hooks.exam%2fple.test/",
  long,
];

/** Spellings of addresses that are not public, and names without any that are. */
const notPublic = [
  "https://10.0.0.1/",
  "https://10.1/",
  "https://0xa.1/",
  "https://012.0.0.1/",
  "https://167772161/",
  "https://10.0.0.1./",
  "https://①⓪.⓪.⓪.①/",
  "https://10。0。0。1/",
  "https://%31%30.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/",
  "https://192.168.1.1/",
  "https://172.16.0.1/",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://255.255.255.255/",
  "https://224.0.0.1/",
  "https://168.63.129.16/",
  "https://[::]/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[::ffff:a00:1]/",
  "https://[::a00:1]/",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://[64:ff9b::a00:1]/",
  "https://[2002:a00:1::]/",
  "https://[2001:db8::1]/",
  "https://intranet/",
  "https://nothing.invalid/",
  "https://nobody.example.org/",
  "https://ip-10-0-0-1.example.test/",
  "https://ip-169-254-169-254.example.test/",
];

describe("S1: malformed webhook addresses", () => {
  it.each(malformed)("rejects %j", async (url) => {
    for (const answer of await tried.sendBoth({ url }))
      expectRefusal(answer, 400, "validation_failed", ["url"]);
    expect(await tried.stored()).toEqual(before);
  });
});

describe("S2, S4: webhook addresses that are not public, in any spelling", () => {
  it.each(notPublic)("rejects %s", async (url) => {
    const [reference] = await tried.sendBoth({ url: "https://10.0.0.1/" });
    for (const answer of await tried.sendBoth({ url })) {
      expectRefusal(answer, 400, "webhook_url_not_public", ["url"]);
      // Whether there is such a name, and where it leads, nobody learns.
      const { requestId: _, ...told } = answer.json;
      const { requestId: __, ...same } = reference!.json;
      expect(told).toEqual(same);
      expect(JSON.stringify(told)).not.toMatch(/\d+\.\d+\.\d+|dns|resolver|loopback|private/i);
    }
    expect(await tried.stored()).toEqual(before);
  });
});

describe("W16: loops to this service", () => {
  it("are refused for its own address as a webhook, by every name", async () => {
    const { port } = own();
    for (const host of ["localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.1", "0x7f000001"]) {
      for (const path of ["/", "/api/v1/webhooks", "/r/aZ09bY18"]) {
        for (const answer of await tried.sendBoth({ url: `https://${host}:${port}${path}` })) {
          expectRefusal(answer, 400, "webhook_url_not_public", ["url"]);
        }
      }
    }
    expect(await tried.stored()).toEqual(before);
  });

  it("are refused for a dynamic code that targets one of its short URLs", async () => {
    const body = { name: "Loop", type: "url", content: `${own().origin}/r/aZ09bY18`, isDynamic: true };
    expectRefusal(await callV1(tried.key.apiKey, "POST", "/qr-codes", { body }), 400, "invalid_url", [
      "content",
    ]);
  });
});

import { expect, it } from "vitest";
import { answerApi } from "@/lib/http";
import type { ErrorCode } from "@/lib/platform/errors";
import { exampleDetails } from "./example-details";

const text = { type: "text", content: "x" };
const heavy = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(512 * 1024)]);
const dataUrl = `data:image/png;base64,${heavy.toString("base64")}`;

it.each<[ErrorCode, object]>([
  ["validation_failed", { ...text, type: "email", settings: { size: 5 } }],
  ["invalid_content", { type: "wifi", content: "{}" }],
  ["invalid_url", { type: "url", content: "ftp://example.com" }],
  ["content_too_long", { type: "text", content: "x".repeat(5_000) }],
  ["size_too_small", { type: "text", content: "x".repeat(150), settings: { size: 64 } }],
  ["contrast_too_low", { ...text, settings: { color: { dark: "#EEEEEE" } } }],
  ["invalid_logo", { ...text, settings: { logo: { enabled: true, dataUrl } } }],
])("/docs/errors shows the details of %s as the API returns them", async (code, body) => {
  const answer = await answerApi({
    method: "POST",
    path: "/api/public/qr-codes",
    query: new URLSearchParams(),
    headers: { "content-type": "application/json" },
    clientAddress: "192.0.2.1",
    requestId: "req_test",
    readBody: async () => Buffer.from(JSON.stringify(body)),
  });
  const { code: told, details } = JSON.parse(String(answer.body));
  expect([told, details]).toEqual([code, exampleDetails[code]]);
});

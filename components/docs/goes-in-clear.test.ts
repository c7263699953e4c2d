import { expect, it } from "vitest";
import { Quietzone } from "@/clients/typescript/src";
import { writeClientSamples } from "./mcp-view";
import { goesInClear, writeClientPrograms } from "./samples";

const saysSo = (baseUrl: string) => writeClientPrograms(baseUrl).javascript.includes("allowHttp: true");
const flags = (baseUrl: string) =>
  JSON.stringify(writeClientSamples(`${baseUrl}/api/mcp`)).includes("--allow-http");

it.each([
  ["https://qr.example.com", false],
  ["http://localhost:3000", false],
  ["http://qr.localhost", false],
  ["http://127.0.0.1:3000", false],
  ["http://[::1]:3000", false],
  ["http://10.0.0.5:3000", true],
  ["http://quietzone:3000", true],
  ["http://localhost.example.com", true],
])("samples for %s allow HTTP: %s, matching what the client requires", (baseUrl, isClear) => {
  expect([goesInClear(baseUrl), saysSo(baseUrl), flags(baseUrl)]).toEqual([isClear, isClear, isClear]);
  const make = () => new Quietzone({ baseUrl, apiKey: "qr_live_x" });
  if (isClear) expect(make).toThrow("allowHttp: true");
  else expect(make).not.toThrow();
});

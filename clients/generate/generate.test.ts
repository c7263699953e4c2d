import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Quietzone } from "../typescript/src/index";
import { generateClients, generateGoClient } from "./generate";
import { hasGo } from "./go/generate";
import { type Document, listMethods, readInterfaces } from "./list-methods";
import { writeResources } from "./typescript";

const document = readInterfaces();
const methods = listMethods(document);

describe("what is made from docs/openapi", () => {
  it("is committed as it is made (npm run openapi)", async () => {
    for (const { file, text } of await generateClients()) expect(readFileSync(file, "utf8")).toBe(text);
  });

  // At its first run Go compiles the generator.
  it.skipIf(!hasGo())(
    "is committed for Go as it is made, where Go 1.25 or later is installed",
    () => {
      for (const { file, text } of generateGoClient()) expect(readFileSync(file, "utf8")).toBe(text);
    },
    300_000,
  );

  it("has a method for every operation of both documents", () => {
    const ids = ["v1", "public"].flatMap((name) => {
      const { paths } = JSON.parse(readFileSync(`docs/openapi/${name}.json`, "utf8")) as Document;
      return Object.values(paths).flatMap((item) => Object.values(item).map((one) => one.operationId));
    });
    expect(methods.map(({ operation }) => operation.operationId).sort()).toEqual(ids.sort());
    const quietzone = new Quietzone({ baseUrl: "http://localhost" });
    for (const { resource, name } of methods) {
      expect(quietzone[resource as "codes"][name as "get"], `${resource}.${name}`).toBeTypeOf("function");
    }
  });

  it("has the types of both interfaces where they share a name", () => {
    const { SettingsUsed, PublicSettingsUsed } = document.components.schemas;
    expect(SettingsUsed?.properties).toHaveProperty("maxScans");
    expect(PublicSettingsUsed?.properties).not.toHaveProperty("maxScans");
  });
});

describe("a method's name", () => {
  it.each([
    ["/api/v1/qr-codes", "createQrCode", "codes.create"],
    ["/api/v1/qr-codes", "listQrCodes", "codes.list"],
    ["/api/v1/qr-codes/bulk", "deleteQrCodes", "codes.deleteMany"],
    ["/api/v1/qr-codes/{id}/image", "getQrCodeImage", "codes.getImage"],
    ["/api/v1/qr-codes/{id}/targets", "listTargets", "codes.listTargets"],
    ["/api/v1/webhooks/{id}/deliveries", "listWebhookDeliveries", "webhooks.listDeliveries"],
    ["/api/v1/short-links/{id}", "getShortLink", "shortLinks.get"],
    ["/api/v1/openapi.json", "describeV1", "openapi.describeV1"],
  ])("%s %s: %s", (path, operationId, expected) => {
    const [method] = listMethods({ ...document, paths: { [path]: { get: { operationId, responses: {} } } } });
    expect(`${method?.resource}.${method?.name}`).toBe(expected);
  });

  it("is one operation's alone", () => {
    const twice = { operationId: "getQrCode", responses: {} };
    const paths = { "/api/v1/qr-codes/{id}": { get: twice }, "/api/v1/qr-codes/{id}/x": { get: twice } };
    expect(() => listMethods({ ...document, paths })).toThrow("Two operations are codes.get");
  });

  it("leaves no parameter behind an option of every call", () => {
    const parameters = [{ in: "query", name: "signal" }];
    const paths = { "/api/v1/scans": { get: { operationId: "listScans", parameters, responses: {} } } };
    expect(() => writeResources({ ...document, paths })).toThrow("listScans has a parameter signal");
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Quietzone } from "../typescript/src/index";
import { generateClients, generateGoClient } from "./generate";
import { hasGo } from "./go/generate";
import { type Document, listMethods, readInterfaces } from "./list-methods";
import { writeResources } from "./typescript";

const document = readInterfaces();
const methods = listMethods(document);

describe("the generated clients", () => {
  it("are committed as npm run openapi generates them", async () => {
    for (const { file, text } of await generateClients()) expect(readFileSync(file, "utf8")).toBe(text);
  });

  // At its first run Go compiles the generator.
  it.skipIf(!hasGo())(
    "are committed as generated for Go, if Go 1.25 or later is installed",
    () => {
      for (const { file, text } of generateGoClient()) expect(readFileSync(file, "utf8")).toBe(text);
    },
    300_000,
  );

  it("have a method for every operation of both OpenAPI documents", () => {
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

  it("have the types of both APIs where they share a name", () => {
    const { SettingsUsed, PublicSettingsUsed } = document.components.schemas;
    expect(SettingsUsed?.properties).toHaveProperty("maxScans");
    expect(PublicSettingsUsed?.properties).not.toHaveProperty("maxScans");
  });
});

describe("a client method", () => {
  it.each([
    ["/api/v1/qr-codes", "createQrCode", "codes.create"],
    ["/api/v1/qr-codes", "listQrCodes", "codes.list"],
    ["/api/v1/qr-codes/bulk", "deleteQrCodes", "codes.deleteMany"],
    ["/api/v1/qr-codes/{id}/image", "getQrCodeImage", "codes.getImage"],
    ["/api/v1/qr-codes/{id}/targets", "listTargets", "codes.listTargets"],
    ["/api/v1/webhooks/{id}/deliveries", "listWebhookDeliveries", "webhooks.listDeliveries"],
    ["/api/v1/short-links/{id}", "getShortLink", "shortLinks.get"],
    ["/api/v1/openapi.json", "describeV1", "openapi.describeV1"],
  ])("for %s %s is %s", (path, operationId, expected) => {
    const [method] = listMethods({ ...document, paths: { [path]: { get: { operationId, responses: {} } } } });
    expect(`${method?.resource}.${method?.name}`).toBe(expected);
  });

  it("must have a unique name", () => {
    const twice = { operationId: "getQrCode", responses: {} };
    const paths = { "/api/v1/qr-codes/{id}": { get: twice }, "/api/v1/qr-codes/{id}/x": { get: twice } };
    expect(() => listMethods({ ...document, paths })).toThrow("Two operations are codes.get");
  });

  it("must not have a parameter with the name of a call option", () => {
    const parameters = [{ in: "query", name: "signal" }];
    const paths = { "/api/v1/scans": { get: { operationId: "listScans", parameters, responses: {} } } };
    expect(() => writeResources({ ...document, paths })).toThrow("listScans has a parameter signal");
  });
});

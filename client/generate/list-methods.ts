import type { Document, Operation } from "./describe";

export interface Method {
  operation: Operation;
  verb: string;
  path: string;
  /** Member of the client: `codes`. */
  resource: string;
  /** Member of the resource: `create`. */
  name: string;
}

/** What the first part of a path is called in the client, and in the ids of its operations. */
const resources: Record<string, { resource: string; noun: string }> = {
  "qr-codes": { resource: "codes", noun: "QrCode" },
  "api-keys": { resource: "keys", noun: "ApiKey" },
  analytics: { resource: "analytics", noun: "Analytics" },
};
const publicCodes = { resource: "publicCodes", noun: "PublicQrCode" };

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function resourceOf(path: string) {
  if (path.endsWith("/openapi.json")) return { resource: "openapi", noun: "OpenApi" };
  if (path.startsWith("/api/public/")) return publicCodes;
  const [segment = ""] = path.replace("/api/v1/", "").split("/");
  const resource = segment.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return resources[segment] ?? { resource, noun: capitalise(resource).replace(/s$/, "") };
}

/** `createQrCodes` of `QrCode` is `createMany`, `listQrCodes` is `list`, `getQrCodeImage` is `getImage`. */
function methodName(id: string, noun: string): string {
  const parts = new RegExp(`^([a-z]+)${noun}(s(?![a-z]))?(.*)$`).exec(id);
  if (parts === null) return id;
  const [, verb = "", plural, rest = ""] = parts;
  return verb + (plural && verb !== "list" ? "Many" : "") + rest;
}

export function listMethods({ paths }: Document): Method[] {
  const methods = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const { resource, noun } = resourceOf(path);
      return {
        operation,
        path,
        resource,
        verb: verb.toUpperCase(),
        name: methodName(operation.operationId, noun),
      };
    }),
  );
  const names = methods.map(({ resource, name }) => `${resource}.${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two operations are ${twice}; give one another id`);
  return methods;
}

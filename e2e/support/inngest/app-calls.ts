import { isSigned, signatureOf } from "./signature";

/** What came back of one call. */
export interface AppAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

interface CallOptions {
  method: "GET" | "PUT" | "POST";
  body?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls an app as Inngest does: signed where it has a key, and then its answer must be signed, too. */
export async function callApp(
  url: string,
  signingKey: string | undefined,
  { method, body, headers, signal }: CallOptions,
): Promise<AppAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      "content-type": "application/json",
      "user-agent": "Go-http-client/1.1",
      "x-inngest-server-kind": signingKey === undefined ? "dev" : "cloud",
      ...(signingKey === undefined ? {} : { "x-inngest-signature": signatureOf(body ?? "", signingKey) }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  if (signingKey !== undefined && response.ok) {
    const signature = response.headers.get("x-inngest-signature");
    if (!isSigned(text, signature, signingKey)) throw new Error(`An answer was not signed: ${text}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

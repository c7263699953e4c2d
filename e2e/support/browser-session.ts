import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { newClient } from "./public-api";

/** What came back, with the body read. */
export interface BrowserAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface BrowserRequest {
  method?: string;
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Sent as it is. */
  body?: string;
  /** Replace the usual ones; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
}

/** A visitor's browser as the service sees it: its cookies, its origin, an address of its own. Redirects are not followed. */
export class BrowserSession {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly baseUrl: string,
    readonly client: string = newClient(),
    /** As which origin its pages were loaded. */
    readonly origin: string = baseUrl,
  ) {}

  async send(
    path: string,
    { method, form, body, headers = {} }: BrowserRequest = {},
  ): Promise<BrowserAnswer> {
    const verb = method ?? (form === undefined && body === undefined ? "GET" : "POST");
    const usual: Record<string, string | undefined> = {
      "x-forwarded-for": this.client,
      cookie: this.cookies.size > 0 ? this.cookieHeader() : undefined,
      origin: verb === "GET" || verb === "HEAD" ? undefined : this.origin,
      "content-type": form === undefined ? undefined : "application/x-www-form-urlencoded",
      ...headers,
    };
    const sent = Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await exchange(
      new URL(path, this.baseUrl),
      verb,
      Object.fromEntries(sent),
      form === undefined ? body : new URLSearchParams(form).toString(),
    );
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    return answer;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, value.join("="));
  }

  /** next-auth's own token against forged forms, as its client in the browser asks for it. */
  async csrfToken(): Promise<string> {
    const { text } = await this.send("/api/auth/csrf");
    return (JSON.parse(text) as { csrfToken: string }).csrfToken;
  }

  /** As `signIn("credentials", { redirect: false })` of next-auth/react does it. */
  async signIn(email: string, password: string, more: Record<string, string> = {}): Promise<BrowserAnswer> {
    const csrfToken = await this.csrfToken();
    return this.send("/api/auth/callback/credentials", {
      form: { email, password, csrfToken, json: "true", ...more },
    });
  }

  async signOut(): Promise<BrowserAnswer> {
    const csrfToken = await this.csrfToken();
    return this.send("/api/auth/signout", { form: { csrfToken, json: "true" } });
  }

  /** The address of the user that this browser is signed in as; null for nobody. */
  async whoami(): Promise<string | null> {
    const { text } = await this.send("/api/auth/session");
    return (JSON.parse(text) as { user?: { email: string } }).user?.email ?? null;
  }

  /** The session's cookie, as name and value. */
  sessionCookie(): [string, string] | undefined {
    return [...this.cookies].find(([name, value]) => name.endsWith("session-token") && value !== "");
  }
}

/** By node:http, because fetch keeps some headers to itself: a test may name any Host. */
async function exchange(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body = "",
): Promise<BrowserAnswer> {
  const sizes = method === "GET" || method === "HEAD" ? {} : { "content-length": Buffer.byteLength(body) };
  const outgoing = request(url, { method, headers: { ...headers, ...sizes }, agent: false });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const received = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) received.append(name, value);
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: received,
    text: Buffer.concat(chunks).toString("utf8"),
  };
}

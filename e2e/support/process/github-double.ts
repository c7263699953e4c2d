import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";

/** A person at GitHub. */
export interface GithubPerson {
  id: number;
  login: string;
  name: string | null;
  /** Of the public profile; says nothing of whose it is. */
  email: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

/** Runs in the service's process, and sends to the double what is meant for GitHub. */
const preload = new URL("./github-rerouted.mjs", import.meta.url).href;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** GitHub as far as signing in needs it: a code that works once, for who proves to have asked for it. */
export class GithubDouble {
  readonly #server: Server;
  readonly #codes = new Map<string, { person: GithubPerson; challenge: string }>();
  readonly #tokens = new Map<string, GithubPerson>();

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then((body) => {
        response.writeHead(body === null ? 401 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify(body ?? { message: "Bad credentials" }));
      });
    });
  }

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  /** Settings of a service that signs in by this double. */
  get settings(): Record<string, string> {
    const { port } = this.#server.address() as { port: number };
    return {
      GITHUB_ID: "github-id",
      GITHUB_SECRET: "github-secret",
      GITHUB_DOUBLE: `http://127.0.0.1:${port}`,
      NODE_OPTIONS: `--import ${preload}`,
    };
  }

  /** The person agrees on GitHub's page: the query with which they come back. */
  agree(authorizeUrl: string, person: GithubPerson): URLSearchParams {
    const { searchParams } = new URL(authorizeUrl);
    const code = randomBytes(12).toString("hex");
    this.#codes.set(code, { person, challenge: searchParams.get("code_challenge") ?? "" });
    return new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
  }

  async #answer(request: IncomingMessage): Promise<object | null> {
    if (request.url === "/login/oauth/access_token") return this.#issueToken(await readForm(request));
    const person = this.#tokens.get(/^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
    if (person === undefined) return null;
    return request.url === "/user/emails" ? person.emails : person;
  }

  #issueToken(form: URLSearchParams): object | null {
    const asked = this.#codes.get(form.get("code") ?? "");
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (asked === undefined || proof !== asked.challenge) return null;
    this.#codes.delete(form.get("code") ?? "");
    const token = randomBytes(12).toString("hex");
    this.#tokens.set(token, asked.person);
    return { access_token: token, token_type: "bearer", scope: "read:user,user:email" };
  }

  close(): void {
    this.#server.close();
  }
}

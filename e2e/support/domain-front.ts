import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, vi } from "vitest";
import { newAccount } from "./accounts";
import { insertDomain, type TestDomain } from "./domains";
import { DatabaseProxy } from "./process/database-proxy";
import { type RawAnswer, sendRaw } from "./process/raw-http";
import { openServices } from "./process/services";
import { newClient } from "./public-api";
import type { RunningService } from "./service";
import { phone } from "./short-urls";

/** Where the owner of a domain of a test sends visitors. */
export const elsewhere = "https://www.example.com/";

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** As a trusted proxy sees it; each call has one of its own unless told. */
  client?: string;
}

/**
 * A service at `https://qr.example.com` that serves own domains, on the database of the run; for the tests of one file. It
 * trusts a proxy at 127.0.0.2 and blocks `blocked.example`.
 */
class DomainFront {
  accountId = "";
  /** Leads nowhere else. */
  plain!: TestDomain;
  /** Has every address. */
  full!: TestDomain;
  /** Between the service and its database. */
  proxy!: DatabaseProxy;
  #service!: RunningService;
  readonly #services = openServices();

  async open(): Promise<void> {
    const { accountId } = await newAccount("pro");
    this.accountId = accountId;
    this.plain = await insertDomain({ accountId });
    this.full = await insertDomain(
      { accountId },
      {
        status: "failing",
        rootUrl: elsewhere,
        notFoundUrl: `${elsewhere}nothing`,
        expiredUrl: `${elsewhere}over`,
      },
    );
    const dataDir = this.#services.newDataDir();
    const blocklist = join(dataDir, "blocklist.txt");
    writeFileSync(blocklist, "blocked.example\n");
    this.proxy = await new DatabaseProxy(inject("databaseUrl")).open();
    this.#service = await this.#services.start({
      DATA_DIR: dataDir,
      DATABASE_URL: this.proxy.url,
      BASE_URL: "https://qr.example.com",
      TRUSTED_PROXIES: "127.0.0.2",
      BLOCKLIST_FILE: blocklist,
    });
  }

  async close(): Promise<void> {
    await this.#service.stop();
    await this.proxy.close();
  }

  get port(): number {
    return Number(new URL(this.#service.baseUrl).port);
  }

  /** Calls a host of the service through the trusted proxy. */
  ask(
    host: string,
    path: string,
    { method = "GET", client = newClient(), headers }: Asked = {},
  ): Promise<RawAnswer> {
    const all = {
      ...{ Host: host, "User-Agent": phone, "X-Forwarded-For": client },
      ...headers,
      Connection: "close",
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return sendRaw(this.port, `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, 0, "127.0.0.2");
  }

  /** Status and Location of an answer. */
  async locationOf(...asked: Parameters<DomainFront["ask"]>): Promise<[number, string | undefined]> {
    const { status, headers } = await this.ask(...asked);
    return [status, headers.location];
  }

  /** A new domain, once the service knows it. */
  async newDomain(row: Parameters<typeof insertDomain>[1] = {}): Promise<TestDomain> {
    const domain = await insertDomain({ accountId: this.accountId }, row);
    await vi.waitFor(
      async () => expect((await this.ask(domain.host, "/robots.txt")).status).toBe(200),
      20_000,
    );
    return domain;
  }
}

export function openDomainFront(): DomainFront {
  const front = new DomainFront();
  beforeAll(() => front.open());
  afterAll(() => front.close());
  return front;
}

/** What no answer of an own domain has. */
export function expectIsolated({ headers, body }: RawAnswer): void {
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(body).not.toContain("/_next/");
}

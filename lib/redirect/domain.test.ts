import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { normalizeHost } from "@/lib/domains/host";
import { answerDomainVisit } from "./domain";

it("P3: answers 410 on every path of a blocked host, and refuses to add it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "blocklist-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "list"), "blocked.example.com\n");
  vi.stubEnv("BLOCKLIST_FILE", join(folder, "list"));
  const visit = (host: string, path: string) =>
    answerDomainVisit({
      method: "GET",
      path,
      headers: {},
      clientAddress: "192.0.2.1",
      requestId: "req_1",
      domain: {
        ...{ id: "1", host, isSuspended: false },
        ...{ rootUrl: "https://example.com/", notFoundUrl: null, expiredUrl: null },
      },
    });
  for (const path of ["/", "/menu", "/robots.txt"])
    expect((await visit("blocked.example.com", path)).status).toBe(410);
  expect((await visit("go.example.com", "/")).status).toBe(302);
  expect(() => normalizeHost("blocked.example.com")).toThrow(
    expect.objectContaining({ code: "invalid_domain" }),
  );
  expect(normalizeHost("go.example.com")).toBe("go.example.com");
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { copyTemplate } from "../database";
import { newClient, path } from "../public-api";
import { findProcesses, type RunningService, startBuiltService } from "../service";

const server = "dist/start.js";

/** Starts services in folders of one test file; afterwards they are stopped and nothing of them is left. */
export function openServices() {
  const folders: string[] = [];
  const services: RunningService[] = [];

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "quietzone-start-"));
    folders.push(folder);
    return folder;
  }

  /** A data directory with a migrated database, so that a service starts on it at once. */
  function newDataDir(): string {
    const folder = newFolder();
    copyTemplate(folder);
    return folder;
  }

  async function start(settings: Record<string, string>, program = server): Promise<RunningService> {
    const service = await startBuiltService(settings, [process.execPath, program]);
    services.push(service);
    return service;
  }

  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    for (const folder of folders) {
      expect(findProcesses(folder)).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    }
  });

  return { newFolder, newDataDir, start };
}

/** A code made through the service, by a client of its own: the address of its picture. */
export async function makeCode(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newClient() },
    body: JSON.stringify({ type: "url", content: "https://example.com/" }),
  });
  const { imageUrl } = (await response.json()) as { imageUrl: string };
  return imageUrl;
}

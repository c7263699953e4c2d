import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DebianPostgres, openDebianPostgres, psql } from "../../support/process/debian-postgres";
import { makeCode } from "../../support/process/services";
import { startBuiltService } from "../../support/service";

const root = new URL("../../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "quietzone-roles-"));
let postgres: DebianPostgres;

/** Runs a script as PostgreSQL's image does, with a superuser's session; what psql said. */
function run(script: string): string {
  const { stderr, status } = spawnSync(
    psql,
    ["-v", "ON_ERROR_STOP=1", "--no-password", "--no-psqlrc", "-d", postgres.url],
    {
      input: script,
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: "/usr/bin:/bin", POSTGRES_PASSWORD: "5f3c" },
    },
  );
  return status === 0 ? "" : stderr;
}

/** The database of a role of its own. */
const urlOf = (role: string, database: string) =>
  Object.assign(new URL(postgres.url), { username: role, pathname: `/${database}` }).href;

beforeAll(async () => {
  postgres = await openDebianPostgres();
  expect(run(readFileSync(`${root}deploy/postgres.sql`, "utf8"))).toBe("");
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

it("deploy/postgres.sql creates a role without superuser rights that the service can run with", async () => {
  expect(
    postgres.ask("SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = 'quietzone'"),
  ).toBe("f|f|f");
  // A hash of the password that compose.yaml names; none of the superuser's is left.
  expect(
    postgres.ask(
      "SELECT rolname, rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolcanlogin ORDER BY 1",
    ),
  ).toBe("owner|\nquietzone|t");
  const service = await startBuiltService({
    DATA_DIR: folder,
    DATABASE_URL: urlOf("quietzone", "quietzone"),
    ENCRYPTION_KEY: "k".repeat(44),
  });
  try {
    expect(await makeCode(service.baseUrl)).toContain(service.baseUrl);
    expect((await fetch(`${service.baseUrl}/api/health/ready`)).status).toBe(200);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

it("the guide's commands give Inngest its own database without access to the service's", () => {
  const guide = readFileSync(`${root}docs/operate/install.md`, "utf8");
  const [, statements = ""] = /psql -U postgres <<END\n([\s\S]+?)END\n/.exec(guide) ?? [];
  expect(run(statements.replace("$password", "77aa"))).toBe("");
  const as = (role: string, database: string) =>
    spawnSync(psql, ["-Atd", urlOf(role, database), "-c", "CREATE TABLE of_mine (); SELECT 1"], {
      encoding: "utf8",
    });
  expect(as("inngest", "inngest").status).toBe(0);
  expect(as("inngest", "quietzone").stderr).toContain('permission denied for database "quietzone"');
  expect(as("quietzone", "inngest").stderr).toContain('permission denied for database "inngest"');
});

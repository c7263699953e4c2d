import { db, sql } from "@/lib/platform/db";
import { env, prepareProcess, SettingsError } from "@/lib/platform/env";
import { log, logToStandardError } from "@/lib/platform/log";
import { sweepExpiredPublicCodes } from "@/lib/public-codes";
import { openDatabase } from "./database";

/** One command of the operator; what it returns is printed as JSON. */
interface Command {
  summary: string;
  run(): Promise<object>;
}

async function readVersion(): Promise<string> {
  const { rows } = await sql.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return rows[0]?.version ?? "";
}

async function readMigrations(): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

async function describeStatus(): Promise<object> {
  const expired = { expiresAt: { lte: new Date() } };
  return {
    database: { isEmbedded: env.databaseUrl === undefined, version: await readVersion() },
    migrations: await readMigrations(),
    publicCodes: {
      stored: await db.publicCode.count(),
      expired: await db.publicCode.count({ where: expired }),
    },
    dataDir: env.dataDir,
    baseUrl: env.baseUrl,
  };
}

const commands: Record<string, Command> = {
  status: {
    summary: "The database's version, the migrations applied, what is stored and where.",
    run: describeStatus,
  },
  sweep: {
    summary: "Deletes what has expired, as the server does every minute.",
    run: async () => ({ publicCodesDeleted: await sweepExpiredPublicCodes() }),
  },
};

function describeCommands(): object {
  return {
    usage: "npm run --silent admin -- <command>",
    commands: Object.fromEntries(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
  };
}

/** Runs a command on the database of the running server, or on the embedded one, which it then starts and stops. */
async function run(name: string): Promise<object> {
  if (name === "help") return describeCommands();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const known = [...Object.keys(commands), "help"].join(", ");
    throw new Error(
      name === "" ? `Name a command: ${known}.` : `There is no command "${name}"; there are ${known}.`,
    );
  }
  prepareProcess("production");
  const database = await openDatabase();
  try {
    return await command.run();
  } finally {
    await database.close();
  }
}

/** Ends the process when its last line is out; a driver's idle timers would hold it for seconds. */
function exit(code: number, text = ""): void {
  log.flush();
  process.stdout.write(text, () => process.exit(code));
}

logToStandardError();
try {
  exit(0, `${JSON.stringify(await run(process.argv[2] ?? ""), null, 2)}\n`);
} catch (error) {
  for (const sentence of error instanceof SettingsError ? error.faults : [(error as Error).message]) {
    console.error(sentence);
  }
  exit(1);
}

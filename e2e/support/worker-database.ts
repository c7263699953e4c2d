import { openWorkerDatabase } from "./database";

await openWorkerDatabase(process.env.VITEST_POOL_ID ?? "1");

// Late work of the file before may have read the settings while the database was being made: they are read again, with
// this database and with what the file sets.
delete (globalThis as { [key: symbol]: unknown })[Symbol.for("quietzone")];

import { openWorkerDatabase } from "./database";

await openWorkerDatabase(process.env.VITEST_POOL_ID ?? "1");

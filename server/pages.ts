import { getPriority, setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import { restoreState } from "@/lib/platform/process-state";

// On Linux this is the niceness of this thread alone: redirects, on the main thread, go first.
if (process.platform === "linux") setPriority(0, Math.min(19, getPriority(0) + 10));
restoreState(workerData);
await import("./service/page-server");

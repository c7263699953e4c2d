// Loaded before the service (`--import`): SIGUSR2 ends the thread that renders pages at once, as a lack of memory does.
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { isMainThread, Worker } = threads;
let pages;

if (isMainThread) {
  threads.Worker = class extends Worker {
    constructor(file, options) {
      const isOfPages = String(file).endsWith("pages.js");
      super(isOfPages && process.env.BROKEN_PAGES ? "throw new Error('broken')" : file, {
        ...options,
        eval: isOfPages && process.env.BROKEN_PAGES !== undefined,
      });
      if (isOfPages) pages = this;
    }
  };
  syncBuiltinESMExports();
  process.on("SIGUSR2", () => pages.terminate());
}

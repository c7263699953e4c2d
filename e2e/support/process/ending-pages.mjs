// Loaded before the service (`--import`): SIGUSR2 ends the thread that renders pages at once, as a lack of memory does; with
// HANGING_PAGES its event loop stops for good instead.
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { BroadcastChannel, isMainThread, Worker } = threads;
const { BROKEN_PAGES, HANGING_PAGES } = process.env;
// A listener on the thread's own port would take messages that its program has no listener for yet.
const channel = new BroadcastChannel("hang");
channel.unref();
let pages;

if (isMainThread) {
  threads.Worker = class extends Worker {
    constructor(file, options) {
      const isOfPages = String(file).endsWith("pages.js");
      const isBroken = isOfPages && BROKEN_PAGES !== undefined;
      super(isBroken ? "throw new Error('broken')" : file, { ...options, eval: isBroken });
      if (isOfPages) pages = this;
    }
  };
  syncBuiltinESMExports();
  process.on("SIGUSR2", () => (HANGING_PAGES ? channel.postMessage(null) : pages.terminate()));
} else if (HANGING_PAGES) {
  channel.onmessage = () => {
    for (;;);
  };
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import type { MessagePort } from "node:worker_threads";
import { decodeLogo } from "@/lib/pictures/logo-pixels";
import { prepareReader } from "@/lib/qr/verify";
import { drawSheets } from "./draw-sheets";
import { proveSheets } from "./prove-sheets";
import type { LabelTask, Unprintable, UnreadLabel } from "./task";

// On Linux this is the niceness of this thread alone: what somebody waits for at a page goes first.
setPriority(0, 15);
const require = createRequire(import.meta.url);
const readerFile = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
await prepareReader({ wasmBinary: new Uint8Array(readerFile).buffer });

export interface LabelJob {
  task: LabelTask;
  /** Told how many labels have been read. */
  port: MessagePort;
}

export interface LabelSheets {
  bytes: Uint8Array;
  unprintable: Unprintable[];
  unread: UnreadLabel[];
}

/** Draws sheets of labels and reads them back, in a worker thread. */
export default async function printInThread({ task, port }: LabelJob): Promise<LabelSheets> {
  const logos = await Promise.all(task.logos.map(decodeLogo));
  const { bytes, unprintable } = await drawSheets(task, logos);
  const { unread } = await proveSheets(bytes, task, (read) => port.postMessage(read));
  port.close();
  return { bytes, unprintable, unread };
}

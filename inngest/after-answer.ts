import { after } from "next/server";
import { onQueueWrite } from "@/lib/events";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

type Answer = (request: Request) => Promise<Response>;

/** Sends the same response, and then hands over to Inngest what the request wrote: on serverless no process gets notified. */
export function thenHandOver(answer: Answer, writes: (request: Request) => boolean): Answer {
  return async (request) => {
    const response = await answer(request);
    if (env.inngest !== undefined && response.status < 400 && writes(request)) after(handOverAfterwards);
    return response;
  };
}

/** The same for what server actions write: no route's answer is theirs. Of a page and a batch without a request it does nothing. */
export function handOverAfterActions(): void {
  if (env.inngest === undefined) return;
  onQueueWrite(() => {
    try {
      after(handOverAfterwards);
    } catch (err) {
      log.debug({ err }, "nothing waits for an answer here; Inngest's sweep finds what was written");
    }
  });
}

async function handOverAfterwards(): Promise<void> {
  try {
    const { handOver } = await import("./hand-over");
    await handOver();
  } catch (err) {
    log.warn({ err }, "events could not be handed over to Inngest; its sweep finds them");
  }
}

import { after } from "next/server";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

type Answer = (request: Request) => Promise<Response>;

/**
 * The same answer, and once it has gone Inngest is told of what the request may have written: on a serverless platform
 * no process goes on that would hear of it. What only reads tells nothing.
 */
export function thenHandOver(answer: Answer, writes: (request: Request) => boolean): Answer {
  return async (request) => {
    const response = await answer(request);
    if (env.inngest !== undefined && response.status < 400 && writes(request)) after(handOverAfterwards);
    return response;
  };
}

async function handOverAfterwards(): Promise<void> {
  try {
    const { handOver } = await import("./hand-over");
    await handOver();
  } catch (err) {
    log.warn({ err }, "events could not be handed over to Inngest; its sweep finds them");
  }
}

import { followLog } from "@/lib/webhooks/console";
import type { LogRow } from "@/lib/webhooks/schema";
import { streamEvents } from "../event-stream";

type Followed = Parameters<typeof followLog>[0];

/**
 * A log of deliveries as a stream of server-sent events: `rows` with `{rows, isTop}`, first the newest there are. Throws
 * `rate_limited` where the account has too many, and `unavailable` where the process has.
 */
export function streamLog(
  followed: Followed,
  guard: Parameters<typeof streamEvents>[0],
): ReadableStream<Uint8Array> {
  return streamEvents(guard, (stream) => {
    let isBehind = false;
    const follow = () =>
      followLog(followed, {
        onRows(rows: readonly LogRow[], isTop: boolean) {
          isBehind ||= !stream.hasRoom;
          if (!isBehind) stream.tell("rows", { rows, isTop });
        },
        onState: (state) => (state === "ended" ? stream.end("stopping") : stream.tellState(state)),
      });
    let stop = follow();
    return {
      resume() {
        if (!isBehind) return;
        isBehind = false;
        stop();
        // Whoever was too slow begins anew: with the newest there are.
        stop = follow();
      },
      stop: () => stop(),
    };
  });
}

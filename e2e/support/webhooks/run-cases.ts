import { it } from "vitest";
import { controlCases } from "./control-cases";
import { deliveryCases } from "./delivery-cases";
import { openSubscriber, type Stage, type Subscriber } from "./subscriber";

/** Every case side by side on a stage: each with accounts and receivers of its own. */
export function runCases(stage: () => Stage): void {
  for (const { name, run } of [...deliveryCases, ...controlCases]) {
    it.concurrent(name, async () => {
      const opened: Subscriber[] = [];
      try {
        await run(async (options) => {
          const subscriber = await openSubscriber(stage(), options);
          opened.push(subscriber);
          return subscriber;
        });
      } finally {
        await Promise.all(opened.map(({ receiver }) => receiver.close()));
      }
    });
  }
}

import { describeBacklog, releaseHold, releases } from "@/lib/webhooks/run";
import { command } from "./command";
import { UsageError } from "./flags";

export const releaseDeliveriesCommand = command(
  "deliveries:release",
  "Lets deliveries go out again that a restore has held.",
  {
    waiting: {
      meaning:
        "What becomes of what had not ended when the backup was made; what happened since goes out in any case.",
      isRequired: true,
      choices: releases,
    },
  },
  ({ waiting }) =>
    async () => {
      const released = await releaseHold(waiting as (typeof releases)[number]);
      if (released === null) throw new UsageError(["No deliveries are held."]);
      const { eventsWaiting, deliveriesWaiting } = await describeBacklog();
      return { ...released, waiting: { events: eventsWaiting, deliveries: deliveriesWaiting } };
    },
);

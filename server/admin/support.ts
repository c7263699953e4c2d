import { listSupportRequests, markSupportAnswered } from "@/lib/support";
import { command } from "./command";

export const listSupportCommand = command(
  "support:list",
  "Lists what accounts ask for: first what waits, the newest first, 200 at most.",
  {},
  () => listSupportRequests,
);

export const answerSupportCommand = command(
  "support:answered",
  "Marks a question as answered: it no longer waits, and who asked sees it. The answer itself is a mail of yours.",
  { id: { meaning: "Its id, as support:list has it.", isRequired: true } },
  ({ id }) =>
    () =>
      markSupportAnswered(id),
);

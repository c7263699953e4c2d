import { listSupportRequests } from "@/lib/support";
import { command } from "./command";

export const listSupportCommand = command(
  "support:list",
  "Lists what accounts ask for, the newest first, 200 at most.",
  {},
  () => listSupportRequests,
);

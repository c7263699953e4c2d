import { listReports } from "@/lib/reports";
import { isShortCode } from "@/lib/reports/schema";
import { command } from "./command";
import { UsageError } from "./flags";

export const listReportsCommand = command(
  "report:list",
  "Lists what was reported of codes, the newest first, 200 at most.",
  { code: { meaning: "Only of this short code, the end of its short URL." } },
  ({ code }) => {
    if (code !== undefined && !isShortCode(code)) {
      throw new UsageError(["--code must be a short code: 8 letters and digits."]);
    }
    return () => listReports(code);
  },
);

import { resumeCode, showCode, suspendCode } from "@/lib/codes/operator";
import { suspensionSchema } from "@/lib/codes/schema";
import { command } from "./command";
import { UsageError } from "./flags";

const code = { meaning: "Its short code (the end of its short URL) or its id.", isRequired: true } as const;

export const suspendCodeCommand = command(
  "code:suspend",
  "Takes a dynamic code out of service: its short URL says so until it is resumed.",
  {
    code,
    reason: {
      meaning: "Why, in at most 200 characters; the code's owner is shown it.",
      isRequired: true,
    },
  },
  ({ code, reason }) => {
    if (!suspensionSchema.safeParse({ reason }).success) {
      throw new UsageError(["--reason must have 1 to 200 characters, without control characters."]);
    }
    return () => suspendCode(code, { reason });
  },
);

export const resumeCodeCommand = command(
  "code:resume",
  "Puts a suspended code back into service.",
  { code },
  (values) => () => resumeCode(values.code),
);

export const showCodeCommand = command(
  "code:show",
  "Shows a code: what it leads to, whose it is, its counts, what was reported of it.",
  { code },
  (values) => () => showCode(values.code),
);

import { log } from "@/lib/platform/log";

/** What Next prints may repeat what a visitor sent, word for word and line by line; of an error these are its own. */
interface PageFault {
  name: string;
  stack: string;
}

const unsaid = "what it says is left out, since it may repeat what a visitor sent";

/**
 * An error without its message: its name, and where it was thrown as far as that can be told from the message, which
 * stands before the frames and may be made to look like them.
 */
function stripError(error: Error): PageFault {
  const { name, message, stack = "" } = error;
  const head = message === "" ? name : `${name}: ${message}`;
  return {
    name: /^[A-Za-z]{1,64}$/.test(name) ? name : "Error",
    stack: stack.startsWith(head) ? stack.slice(head.length) : "",
  };
}

/** What the log says of it; null where no error was printed, but a text alone. */
export function describePageFault(printed: readonly unknown[]): Error | null {
  const error = printed.find((value) => value instanceof Error);
  return error === undefined ? null : Object.assign(new Error(unsaid), stripError(error));
}

/**
 * Sends what Next prints about a request to the log of the process, as one line of JSON that repeats nothing of it.
 */
export function logPageFaults(): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...printed: unknown[]) => {
      log[level](
        { err: describePageFault(printed) ?? undefined },
        `Next printed ${level === "error" ? "an error" : "a warning"}`,
      );
    };
  }
}

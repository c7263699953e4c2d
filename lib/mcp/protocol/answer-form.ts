const json = /application\/(?:json|\*)|\*\/\*/i;
const events = /text\/event-stream/i;

/** Whether a client with this Accept reads JSON; one that names nothing does. */
export function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || json.test(accept);
}

/** Whether it reads either form that an answer may have. */
export function acceptsAnswer(accept: string | undefined): boolean {
  return acceptsJson(accept) || events.test(accept ?? "");
}

const data = "data: ";

/**
 * The message of a stream that holds one alone, as every answer here does: as JSON it is read by programs that know no
 * streams, too. Null for what is no such stream.
 */
export function readOnlyEvent({ headers }: Response, text: string): string | null {
  if (!headers.get("content-type")?.startsWith("text/event-stream")) return null;
  const [message, second] = text.split("\n").filter((line) => line.startsWith(data));
  return message === undefined || second !== undefined ? null : message.slice(data.length);
}

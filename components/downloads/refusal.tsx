import { asSentence } from "../ui/form/faults";
import { Notice } from "../ui/notice";

/** Why the server refused an order, in words for the user. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly details: readonly Detail[],
    readonly hint: string | undefined,
  ) {
    super(sentence);
  }
}

const lost = "The connection dropped before everything had come. Nothing was changed: start again.";
const mostShown = 5;

/** Why there is no file: the codes or labels that stop it, and what to change. */
export function RefusalNotice({ refusal: { code, message, details, hint } }: { refusal: Refused }) {
  const others = details.length - mostShown;
  return (
    <Notice tone="stop" isAlert title={code === "not_scannable" ? "Don't print this" : undefined}>
      {details.length > 1 ? (
        <>
          {details.slice(0, mostShown).map(({ field, message: words }) => (
            <span key={`${field} ${words}`} className="block">
              {words}.
            </span>
          ))}
          {others > 0 && <span className="block">{others} more like these.</span>}
        </>
      ) : (
        message
      )}
      {hint !== undefined && <span className="mt-1 block">{hint}</span>}
    </Notice>
  );
}

interface Detail {
  field: string;
  message: string;
}

/** An error body of the service. */
interface Problem {
  code?: unknown;
  error?: unknown;
  details?: unknown;
  hint?: unknown;
}

export function presentProblem(problem: Problem): Refused {
  const details = Array.isArray(problem.details) ? (problem.details as Detail[]) : [];
  const sentence =
    typeof problem.error === "string" ? asSentence(problem.error) : "That didn't work on our side.";
  const code = typeof problem.code === "string" ? problem.code : "internal_error";
  return new Refused(code, sentence, details, typeof problem.hint === "string" ? problem.hint : undefined);
}

/** Whatever stopped an order, as it is said; null where its own reader stopped it. */
export function sayFault(fault: unknown): Refused | null {
  if (fault instanceof Refused) return fault;
  if (fault instanceof DOMException && fault.name === "AbortError") return null;
  return new Refused("lost", lost, [], undefined);
}

/** Sends an order with the visitor's session; the answer of one that was taken. Throws `Refused`. */
export async function sendOrder(address: string, order: object, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(order),
    signal,
  });
  if (answer.ok) return answer;
  throw presentProblem((await answer.json().catch(() => ({}))) as Problem);
}

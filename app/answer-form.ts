import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import {
  type Answer,
  asSentence,
  type FieldMessages,
  formatDetail,
  type Refusal,
} from "@/components/ui/form/answer";
import { findSession, requireSameOrigin } from "@/lib/auth";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { hasReplica, recordWritePosition } from "@/lib/platform/read-replica";

type Fields = Record<string, unknown>;

/**
 * Runs what a form of our own page asks for and answers as data: what came of it, or why it was refused, at the fields of the form where the
 * domain names them. What nobody expected is logged under the request's id, which the visitor is told.
 *
 * @param read what was entered, by the name of the control; it may throw, too.
 * @param isPlace whether the form has a control for a place within a field, such as `settings.routes[0].to`.
 */
export async function answerForm<F extends Fields, T>(
  read: () => F,
  messages: FieldMessages,
  work: (fields: F) => Promise<T>,
  isPlace: (field: string) => boolean = () => false,
): Promise<Answer<T>> {
  try {
    return await answer(read, messages, work, isPlace);
  } finally {
    if (hasReplica()) await noteOwnWrite();
  }
}

/** Answers an action that only reads, as `answerForm` does: `work` must write nothing, since no write is noted. */
export function answerQuestion<T>(
  messages: FieldMessages,
  work: () => Promise<T>,
  asked: Fields = {},
): Promise<Answer<T>> {
  return answer(
    () => asked,
    messages,
    work,
    () => false,
  );
}

async function answer<F extends Fields, T>(
  read: () => F,
  messages: FieldMessages,
  work: (fields: F) => Promise<T>,
  isPlace: (field: string) => boolean,
): Promise<Answer<T>> {
  let fields: Fields = {};
  try {
    await requireSameOrigin();
    const entered = read();
    fields = entered;
    return { done: await work(entered) };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ServiceError) return { refusal: present(error, fields, { messages, isPlace }) };
    return { refusal: { sentence: await hide(error) } };
  }
}

/** The page that follows shows what was changed, though it reads from a replica. */
async function noteOwnWrite(): Promise<void> {
  const session = await findSession().catch(() => null);
  if (session !== null) await recordWritePosition(session.accountId);
}

/** Answers an action that no form is about, as `answerForm` does. */
export function answerAction<T>(messages: FieldMessages, work: () => Promise<T>): Promise<Answer<T>> {
  return answerForm(() => ({}), messages, work);
}

/** An id from a browser may be anything; what is no text finds nothing. */
export const asId = (id: unknown): string => (typeof id === "string" ? id : "");

interface FormWords {
  messages: FieldMessages;
  isPlace: (field: string) => boolean;
}

function present(error: ServiceError, input: Fields, { messages, isPlace }: FormWords): Refusal {
  const fields: Record<string, string> = {};
  const others: ErrorDetail[] = [];
  const details = error.details ?? [];
  for (const found of details) {
    // A list has one control: what is wrong with one of its items is said there.
    const list = found.field.replace(/\.\d+$/, "");
    const detail =
      list in input && list in messages && !isPlace(found.field) ? { ...found, field: list } : found;
    if (detail.field in input || isPlace(detail.field))
      fields[detail.field] ??= formatDetail(detail, messages, input[detail.field]);
    else others.push(detail);
  }
  const hasPlaces = details.length > 0 && others.length === 0;
  return {
    fields,
    code: details[0]?.code ?? error.code,
    ...(hasPlaces ? {} : { sentence: formatError(error, others[0], messages) }),
    ...(error.retryAfterSeconds === undefined ? {} : { againInSeconds: error.retryAfterSeconds }),
  };
}

/** Where one has to wait the page tells until when by its own clock, so only the first sentence is kept. */
function formatError(error: ServiceError, other: ErrorDetail | undefined, messages: FieldMessages): string {
  const special = other && messages[`${other.field}:${other.code}`];
  if (typeof special === "string") return special;
  const known = messages[error.code];
  if (typeof known === "string") return known;
  const message = other?.message ?? error.message;
  return asSentence(error.retryAfterSeconds === undefined ? message : (message.split(". ")[0] ?? message));
}

async function hide(error: unknown): Promise<string> {
  const requestId = (await headers()).get("x-request-id") ?? "";
  const reference = requestId === "" ? "" : ` Request ${requestId}`;
  // A change may stand whose confirmation was lost on its way.
  const advice = "Check whether the change was made before you repeat it.";
  if (isOutOfReach(error)) {
    log.warn({ requestId, err: error }, "a form was answered unavailable");
    return `The service can't answer right now. ${advice}${reference}`;
  }
  log.error({ requestId, err: error }, "a form failed");
  return `Something went wrong on our side. ${advice}${reference}`;
}

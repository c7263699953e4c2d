import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { Answer, Refusal } from "@/components/ui/form/answer";
import { asSentence, type FieldWords, sayDetail } from "@/components/ui/form/faults";
import { requireSameOrigin } from "@/lib/auth";
import { isOutOfReach } from "@/lib/platform/database-faults";
import { ServiceError } from "@/lib/platform/errors";
import { listFieldErrors } from "@/lib/platform/field-errors";
import { log } from "@/lib/platform/log";

type Fields = Record<string, unknown>;

/**
 * Runs what a form of our own page asks for and answers as data: what came of it, or why it was refused, at the fields of the form where the
 * domain names them. What nobody expected is logged under the request's id, which the visitor is told.
 *
 * @param fields what was entered, by the name of the control.
 */
export async function answerForm<T>(
  fields: Fields,
  words: FieldWords,
  work: () => Promise<T>,
): Promise<Answer<T>> {
  try {
    await requireSameOrigin();
    return { done: await work() };
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ServiceError) return { refusal: present(error, fields, words) };
    return { refusal: { sentence: await hide(error) } };
  }
}

function present(error: ServiceError, input: Fields, words: FieldWords): Refusal {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  const details = error.details ?? [];
  for (const detail of details) {
    if (detail.field in input) fields[detail.field] ??= sayDetail(detail, words, input[detail.field]);
    else others.push(asSentence(detail.message));
  }
  const hasPlaces = details.length > 0 && others.length === 0;
  return {
    fields,
    code: details[0]?.code ?? error.code,
    ...(hasPlaces ? {} : { sentence: sayWhole(error, others[0], words) }),
    ...(error.retryAfterSeconds === undefined ? {} : { againInSeconds: error.retryAfterSeconds }),
  };
}

/** Where one has to wait the page tells until when by its own clock, so only the first sentence is kept. */
function sayWhole(error: ServiceError, other: string | undefined, words: FieldWords): string {
  const known = words[error.code];
  if (typeof known === "string") return known;
  const message = other ?? error.message;
  return asSentence(error.retryAfterSeconds === undefined ? message : (message.split(". ")[0] ?? message));
}

async function hide(error: unknown): Promise<string> {
  const requestId = (await headers()).get("x-request-id") ?? "";
  const asked = requestId === "" ? "" : ` Request ${requestId}`;
  if (isOutOfReach(error)) {
    log.warn({ requestId, err: error }, "a form was answered unavailable");
    return `The service can't answer right now. Nothing was changed.${asked}`;
  }
  log.error({ requestId, err: error }, "a form failed");
  return `That didn't work on our side. Nothing was changed.${asked}`;
}

/** What a form holds, by the schema that the domain takes; throws every fault at once, named by its field. */
export function parseFields<S extends z.ZodType>(schema: S, input: Fields): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = listFieldErrors(schema, input, parsed.error.issues, "form");
  throw new ServiceError("validation_failed", details[0]?.message ?? "The form is not valid", { details });
}

import type { Metadata } from "next";
import { type Answer, type FieldMessages, readFields } from "@/components/ui/form/answer";
import { findSession, requireOperator } from "@/lib/auth";
import { answerForm } from "../answer-form";

/** A page's name for the operator; to everybody else it is called as a page that isn't there. */
export async function titleForOperator(title: string): Promise<Metadata> {
  const session = await findSession();
  return { title: session?.isOperator ? title : "Not here" };
}

/**
 * Runs what a form of the operator asks for, as `answerForm` does. Who asks is looked up before anything else is: to
 * everybody else there is no such action.
 *
 * @param names the controls that are read; one that was not sent is empty.
 * @param work with what was entered and the operator's user, for the audit.
 */
export async function answerOperator<Name extends string, T>(
  data: FormData,
  names: readonly Name[],
  messages: FieldMessages,
  work: (fields: Record<Name, string>, userId: string) => Promise<T>,
): Promise<Answer<T>> {
  const { userId } = await requireOperator();
  const read = () => {
    const fields = readFields(data);
    return Object.fromEntries(names.map((name) => [name, fields[name] ?? ""])) as Record<Name, string>;
  };
  return answerForm(read, messages, (fields) => work(fields, userId));
}

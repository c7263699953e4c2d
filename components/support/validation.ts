import "../ui/form/strict-zod";
import { maxMessageLength, maxSubjectLength, supportFormSchema } from "@/lib/support/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { formatLength } from "../ui/form/text-length";

export const supportMessages: FieldMessages = {
  subject: formatLength("A subject", maxSubjectLength, "Say in a few words what it is about."),
  message: formatLength("A message", maxMessageLength, "Write what happened, or what you need."),
  idempotency_key_reused: "Your message was sent the first time. Send again to send this one as well.",
  idempotency_in_progress: "It's already being sent.",
};

export const checkSupport: Check = (data) =>
  listFaults(supportFormSchema, readSupportForm(data), supportMessages);

export function readSupportForm(data: FormData): { subject: string; message: string } {
  const { subject = "", message = "" } = readFields(data);
  return { subject: subject.trim(), message: message.trim() };
}

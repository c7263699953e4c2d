import "../ui/form/strict-zod";
import { maxMessageLength, maxSubjectLength, supportFormSchema } from "@/lib/support/schema";
import type { Check } from "../ui/form/answer";
import { type FieldWords, listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";

export const supportWords: FieldWords = {
  subject: sayLength("A subject", maxSubjectLength, "Say in a few words what it is about."),
  message: sayLength("A message", maxMessageLength, "Write what happened, or what you need."),
  idempotency_key_reused:
    "Your message went out when you first sent it, as it stood then. Send it again to send this one as well.",
  idempotency_in_progress: "It is being sent since you first sent it.",
};

export const checkSupport: Check = (data) =>
  listFaults(supportFormSchema, readSupportForm(data), supportWords);

export function readSupportForm(data: FormData): { subject: string; message: string } {
  const { subject = "", message = "" } = readFields(data);
  return { subject: subject.trim(), message: message.trim() };
}

function sayLength(noun: string, most: number, empty: string): (value: string) => string {
  return (value) => {
    const { length } = [...value];
    if (length === 0) return empty;
    if (length <= most) return `${noun} holds no control characters.`;
    const [bound, has] = [most, length].map((number) => number.toLocaleString("en-GB"));
    return `${noun} has at most ${bound} characters. This one has ${has}.`;
  };
}

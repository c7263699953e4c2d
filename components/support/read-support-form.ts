import { readFields } from "../ui/form/read";

/** What was written, without blanks around it: blanks alone say nothing. */
export function readSupportForm(data: FormData): { subject: string; message: string } {
  const { subject = "", message = "" } = readFields(data);
  return { subject: subject.trim(), message: message.trim() };
}

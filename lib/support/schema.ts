import { z } from "zod";
import { plainText } from "@/lib/platform/schema-fields";

export const maxSubjectLength = 120;
export const maxMessageLength = 4_000;

/** What a person asks, as its form sends it. */
export const supportFormSchema = z.object({
  subject: plainText({ min: 1, max: maxSubjectLength }),
  message: plainText({ min: 1, max: maxMessageLength, lines: true }),
});
export type SupportForm = z.infer<typeof supportFormSchema>;

/** What an account has asked for. */
export interface OwnSupportRequest {
  id: string;
  subject: string;
  message: string;
  /** The plan had priority support when it was asked. */
  isPriority: boolean;
  createdAt: string;
  /** When the operator said that it is answered; null while it waits. */
  answeredAt: string | null;
}

/** The same as the operator reads it. */
export interface SupportRequest extends OwnSupportRequest {
  accountId: string;
  /** The address to answer to, as it was then. */
  email: string;
  /** When the operator's mail went out; null while it has not. */
  mailedAt: string | null;
}

import type { ContentType } from "@/lib/content/schema";

/** What a code can open, as pages call it. */
export const typeNames: Record<ContentType, string> = {
  url: "Web address",
  wifi: "Wi-Fi",
  contact: "Contact",
  vcard: "vCard",
  email: "Email",
  sms: "Text message",
  text: "Plain text",
};

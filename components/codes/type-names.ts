import type { ContentType } from "@/lib/content/schema";

/** The one name of each type in the interface; without icons, so that any page can load it. */
export const typeNames: Record<ContentType, string> = {
  url: "Web address",
  wifi: "Wi-Fi",
  contact: "Contact",
  vcard: "vCard",
  email: "Email",
  sms: "SMS",
  text: "Text",
};

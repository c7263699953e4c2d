import { Contact, IdCard, Link2, type LucideIcon, Mail, MessageSquare, Type, Wifi } from "lucide-react";
import type { ContentType } from "@/lib/content/schema";

const icons: Record<ContentType, LucideIcon> = {
  url: Link2,
  wifi: Wifi,
  contact: Contact,
  vcard: IdCard,
  email: Mail,
  sms: MessageSquare,
  text: Type,
};

export function TypeIcon({ type, size = 16 }: { type: ContentType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} strokeWidth={1.6} className="shrink-0" aria-hidden />;
}

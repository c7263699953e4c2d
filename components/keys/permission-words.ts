import type { Permission } from "@/lib/accounts/schema";

/** What a permission lets a key do, in the order of the forms. */
export const permissionWords: readonly { permission: Permission; words: string }[] = [
  { permission: "qr:read", words: "List codes, read them and their images." },
  { permission: "qr:write", words: "Make, change and delete codes. Reading is included." },
  { permission: "analytics:read", words: "Read analytics and every scan." },
  {
    permission: "webhooks:manage",
    words: "Make, change, test and delete webhooks, and read what they delivered.",
  },
];

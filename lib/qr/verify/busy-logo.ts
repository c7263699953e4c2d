import type { Warning } from "@/lib/platform/errors";

export const busyLogo: Warning = {
  code: "busy_logo",
  field: "settings.logo",
  message:
    "The logo's pattern looks like a part of the code that it covers, so some scanners miss this code; choose a plainer logo or shorter content.",
};

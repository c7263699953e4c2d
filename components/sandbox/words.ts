import type { FieldWords } from "../ui/form/faults";

/** What the page says where something is refused. */
export const sandboxWords: FieldWords = {
  not_found: "This code is gone. Another tab or key may have deleted it.",
  plan_required: "The sandbox is part of Developer and Pro.",
  qrCodeId: "Choose a code.",
  count: "1 to 100 scans at a time.",
};

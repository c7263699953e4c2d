import { codeParams, drawnCodeSchema, targetListSchema, targetParams } from "@/lib/codes/schema";
import { type Contract, contractOf } from "../contract";
import { drawingErrors, getQrCode, updateQrCode } from "./qr-code-contracts";

export const listTargets = contractOf({
  id: "listTargets",
  method: "GET",
  path: `${getQrCode.path}/targets`,
  tag: getQrCode.tag,
  access: getQrCode.access,
  summary: "What a code led to",
  description:
    "The history of where a dynamic code leads: its content and `settings.fallbackUrl` of now and the last 100 targets before, each as they were together, with the time since when and the user or key by whom. A change of either makes an entry; other settings make none. A static code has the current one alone.",
  params: codeParams,
  success: { status: 200, description: "The targets, newest first.", json: targetListSchema },
  errors: ["not_found"],
});

export const restoreTarget = contractOf({
  id: "restoreTarget",
  method: "POST",
  path: `${getQrCode.path}/targets/{targetId}/restore`,
  tag: getQrCode.tag,
  access: updateQrCode.access,
  summary: "Lead to an earlier target again",
  description:
    "Gives a dynamic code the content of an earlier target, and the `settings.fallbackUrl` that it had beside it or none; other settings stay. It is a change like that of PUT, with the same checks and the same answer, and stands in the history itself.",
  params: targetParams,
  success: { status: 200, description: "The code as it is now, with its picture.", json: drawnCodeSchema },
  errors: [...drawingErrors, "not_found"],
});

/** What codes led to before, as data. */
export const targetContracts: readonly Contract[] = [listTargets, restoreTarget];

"use server";

import { refresh } from "next/cache";
import { codeMessages } from "@/components/codes/delete-messages";
import {
  editableRules,
  type RuleName,
  ruleFaultMessages,
  ruleField,
  targetMessages,
} from "@/components/codes/detail/rules";
import { noteMessages, tagMessages } from "@/components/codes/tags";
import { type Answer, readFields } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { updateCode } from "@/lib/codes";
import {
  codeChangeSchema,
  type DrawnCode,
  type LedTo,
  type TargetChange,
  targetChangeSchema,
} from "@/lib/codes/schema";
import { listTags as listOwnTags } from "@/lib/codes/tags";
import { restoreTarget, revertTarget } from "@/lib/codes/target-history";
import { deleteGoals } from "@/lib/goals";
import { ServiceError } from "@/lib/platform/errors";
import { splitTags } from "@/lib/platform/tags";
import { requireValid } from "@/lib/platform/validation";
import { answerAction, answerForm, answerQuestion, asId } from "../../../answer-form";
import { placeRuleFault, readRule } from "./read-rule";

// Each asks by itself who is signed in, and the domain finds the code among that account's alone. What an argument is has
// not been looked at: a stranger may send anything.

export async function changeTarget(_: unknown, data: FormData): Promise<Answer<LedTo>> {
  const read = () => {
    const { content = "" } = readFields(data);
    return { content };
  };
  return answerForm(read, targetMessages, async (fields) => {
    const caller = await requireDashboardCaller();
    const change = requireValid(codeChangeSchema, fields, "form");
    const changed = await updateCode(caller, readFields(data).id ?? "", change);
    refresh();
    return describeLedTo(changed);
  });
}

export async function restoreEarlier(id: string, targetId: string): Promise<Answer<LedTo>> {
  const messages = {
    ...targetMessages,
    not_found: "This target is no longer kept, or the code was deleted.",
  };
  return answerAction(messages, async () => {
    const caller = await requireDashboardCaller();
    const restored = await restoreTarget(caller, asText(id), asText(targetId));
    refresh();
    return describeLedTo(restored);
  });
}

export async function undoTarget(id: string, change: TargetChange): Promise<Answer<null>> {
  return answerAction(targetMessages, async () => {
    const caller = await requireDashboardCaller();
    await revertTarget(caller, asText(id), requireValid(targetChangeSchema, change, "change"));
    refresh();
    return null;
  });
}

export async function changeRule(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => {
    const fields = readFields(data);
    const field = ruleField(requireRule(fields.rule));
    return { [field]: fields[field] ?? "" };
  };
  return answerForm(read, ruleFaultMessages, async () => {
    const caller = await requireDashboardCaller();
    const { id = "", rule: name, zone = "", ...fields } = readFields(data);
    const rule = requireRule(name);
    const value = await readRule(rule, fields[ruleField(rule)] ?? "", zone);
    await updateCode(caller, id, { settings: { [rule]: value } }).catch(placeRuleFault(rule));
    refresh();
    return null;
  });
}

export async function removeRule(id: string, rule: RuleName): Promise<Answer<null>> {
  return answerAction(codeMessages, async () => {
    const caller = await requireDashboardCaller();
    await updateCode(caller, asText(id), { settings: { [requireRule(rule)]: null } });
    refresh();
    return null;
  });
}

export async function changeTags(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => ({ tags: splitTags(readFields(data).tags ?? "") });
  return answerForm(read, tagMessages, (fields) => changeOrder(data, fields));
}

export async function changeNote(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => {
    const { note = "" } = readFields(data);
    return { note: note.trim() === "" ? null : note };
  };
  return answerForm(read, noteMessages, (fields) => changeOrder(data, fields));
}

async function changeOrder(data: FormData, fields: object): Promise<null> {
  const caller = await requireDashboardCaller();
  const change = requireValid(codeChangeSchema, fields, "form");
  await updateCode(caller, readFields(data).id ?? "", change);
  refresh();
  return null;
}

export async function deleteGoal(_: unknown, data: FormData): Promise<Answer<null>> {
  const messages = { not_found: "This code was deleted. Reload the page." };
  return answerForm(
    () => ({}),
    messages,
    async () => {
      const { id = "", name = "" } = readFields(data);
      await deleteGoals(await requireDashboardCaller(), id, name);
      refresh();
      return null;
    },
  );
}

export async function listTags(): Promise<Answer<string[]>> {
  return answerQuestion({}, async () => {
    const tags = await listOwnTags(await requireDashboardCaller());
    return tags.map(({ name }) => name);
  });
}

function describeLedTo({ content, settings }: DrawnCode): LedTo {
  return { content, fallbackUrl: settings.fallbackUrl ?? null, routes: settings.routes ?? [] };
}

function asText(value: unknown): string {
  return asId(value);
}

function requireRule(name: unknown): RuleName {
  const rule = editableRules.find((known) => known === name);
  if (rule === undefined) throw new ServiceError("invalid_request", "There is no such rule");
  return rule;
}

import "../ui/form/strict-zod";
import { codeChangeSchema } from "@/lib/codes/schema";
import { maxTags, maxTagsOfCode, splitTags } from "@/lib/platform/tags";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { formatLength } from "../ui/form/text-length";
import { codeMessages } from "./delete-messages";
import { describeTagFault } from "./tag-words";

export const tagMessages: FieldMessages = {
  ...codeMessages,
  tags: (list) => {
    const tags = splitTags(list);
    if (tags.length > maxTagsOfCode)
      return `A code has at most ${maxTagsOfCode} tags. Remove ${tags.length - maxTagsOfCode}.`;
    return tags.map(describeTagFault).find((fault) => fault !== null) ?? "";
  },
  "tags:quota_exceeded": `An account has at most ${maxTags} different tags, and all are in use. Use one of them, or remove one from every code.`,
};

export const noteMessages: FieldMessages = {
  ...codeMessages,
  note: formatLength("A note", 2_000),
};

/** A text as the tag it is stored as, or what is wrong with it. */
export function readTag(text: string): { tag: string } | { fault: string } {
  const { data } = codeChangeSchema.safeParse({ tags: [text] });
  const [tag] = data?.tags ?? [];
  return tag === undefined
    ? { fault: listFaults(codeChangeSchema, { tags: [text] }, tagMessages).tags ?? "" }
    : { tag };
}

/** What is wrong with tags that commas separate; empty: nothing. */
export const listTagFaults = (text: string) =>
  listFaults(codeChangeSchema, { tags: splitTags(text) }, tagMessages);

export const listNoteFaults = (note: string) => listFaults(codeChangeSchema, { note }, noteMessages);

export const checkTags: Check = (data) => listTagFaults(readFields(data).tags ?? "");

export const checkNote: Check = (data) => listNoteFaults(readFields(data).note ?? "");

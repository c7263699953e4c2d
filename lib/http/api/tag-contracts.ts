import { tagChangeSchema, tagListSchema, tagParams, tagSchema } from "@/lib/codes/schema";
import { type Contract, contractOf } from "../contract";

const path = "/api/v1/tags";
const onePath = `${path}/{name}`;
const tag = "Tags";

export const listTags = contractOf({
  id: "listTags",
  method: "GET",
  path,
  tag,
  access: { permissions: ["qr:read"] },
  summary: "List the tags",
  description:
    "All tags of this account and environment, with the codes that have each and their scans. Give a code its tags with POST or PUT.",
  success: { status: 200, description: "The tags.", json: tagListSchema },
  errors: [],
});

export const renameTag = contractOf({
  id: "renameTag",
  method: "PATCH",
  path: onePath,
  tag,
  access: { permissions: ["qr:write"] },
  summary: "Rename a tag",
  description:
    "Gives every code of the tag the new name instead; the name of another tag merges both. Sets `updatedAt` of these codes and sends no event.",
  params: tagParams("summer"),
  body: tagChangeSchema,
  bodyExamples: { rename: { summary: "Another name", value: { name: "summer 2027" } } },
  success: { status: 200, description: "The tag as it is now.", json: tagSchema },
  errors: ["validation_failed", "not_found"],
});

export const deleteTag = contractOf({
  id: "deleteTag",
  method: "DELETE",
  path: onePath,
  tag,
  access: { permissions: ["qr:write"] },
  summary: "Delete a tag",
  description:
    "Takes the tag off every code that has it. Sets `updatedAt` of these codes and sends no event.",
  params: tagParams("winter"),
  success: { status: 204, description: "No code has it any more." },
  errors: ["not_found"],
});

export const tagContracts: readonly Contract[] = [listTags, renameTag, deleteTag];

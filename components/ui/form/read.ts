import { ServiceError } from "@/lib/platform/errors";

/**
 * The texts of a filled form by the name of their control, the last of several; line breaks are `\n`, as on every system but
 * in a sent form. What React adds for itself is left out. Throws where it is no form: a handmade request to an action can contain anything.
 */
export function readFields(data: FormData): Record<string, string> {
  if (!((data as unknown) instanceof FormData)) {
    throw new ServiceError(
      "invalid_request",
      "That is not the form of this page; reload it and send it again",
    );
  }
  const fields: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value === "string" && !name.startsWith("$")) fields[name] = value.replaceAll("\r\n", "\n");
  }
  return fields;
}

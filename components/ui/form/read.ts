/**
 * The texts of a filled form by the name of their control, the last of several; line breaks are `\n`, as on every system but
 * in a sent form. What React adds for itself is left out.
 */
export function readFields(data: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value === "string" && !name.startsWith("$")) fields[name] = value.replaceAll("\r\n", "\n");
  }
  return fields;
}

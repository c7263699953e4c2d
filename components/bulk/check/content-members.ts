function parse(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** A member of a content that is written as JSON; undefined where there is none. */
export function readMember(content: string, member: string): unknown {
  return parse(content)?.[member];
}

export function writeMember(content: string, member: string, value: string): string {
  const members = parse(content);
  return members === null ? content : JSON.stringify({ ...members, [member]: value });
}

export function changeMember(content: string, member: string, change: (value: string) => string): string {
  const value = readMember(content, member);
  return typeof value === "string" ? writeMember(content, member, change(value)) : content;
}

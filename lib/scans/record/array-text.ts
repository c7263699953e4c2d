/** What stands for itself within quotes; everything else of text would end them or change what follows. */
const special = /["\\]/g;
/** Ids, numbers, names without blanks: they need no quotes, unless they spell the absence of a value. */
const bare = /^[0-9A-Za-z_-]+$/;

/**
 * A list as PostgreSQL reads it (`{a,"b c",NULL}`). The driver would write the same in several times the time: it looks at
 * every item as something that could be of any kind.
 */
export function writeArray<T>(items: readonly T[], pick: (item: T) => string | null): string {
  let text = "{";
  for (const item of items) {
    if (text.length > 1) text += ",";
    const value = pick(item);
    if (value === null) text += "NULL";
    else if (bare.test(value) && !isNull(value)) text += value;
    else text += `"${value.replace(special, "\\$&")}"`;
  }
  return `${text}}`;
}

function isNull(value: string): boolean {
  return value.length === 4 && value.toUpperCase() === "NULL";
}

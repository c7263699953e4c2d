import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { sql } from "@/lib/platform/db";

/** Every way to write an address that we can think of, digests of it alone among them; in lower case. */
export function spellAddress(text: string): string[] {
  const address = ipaddr.parse(text);
  const bytes = Buffer.from(address.toByteArray());
  const texts = [text, address.toNormalizedString(), address.toString()];
  if (address instanceof ipaddr.IPv4) {
    const mapped = address.toIPv4MappedAddress();
    texts.push(mapped.toString(), mapped.toNormalizedString(), `::ffff:${text}`, text.replaceAll(".", "-"));
    texts.push(text.split(".").reverse().join("."), String(bytes.readUInt32BE()));
  } else {
    const groups = (address as ipaddr.IPv6).parts.map((part) => part.toString(16).padStart(4, "0"));
    texts.push(groups.join(":"));
  }
  const digests = texts.flatMap((one) =>
    ["md5", "sha1", "sha256", "sha512"].flatMap((name) => {
      const digest = createHash(name).update(one).digest();
      return [digest.toString("hex"), digest.toString("base64"), digest.toString("base64url")];
    }),
  );
  const encoded = texts.flatMap((one) => [
    Buffer.from(one).toString("hex"),
    Buffer.from(one).toString("base64"),
  ]);
  return [...new Set([...texts, bytes.toString("hex"), ...encoded, ...digests])].map((one) =>
    one.toLowerCase(),
  );
}

/** Everything in the database as text, bytes in hexadecimal: a line for each row, headed by its table. */
export async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql.query<{ name: string }>(
    // The rows of partitions are those of their table.
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
    parts.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return parts.join("\n").toLowerCase();
}

/** Everything in a folder, as bytes that stand for characters. */
export async function dumpFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")));
  return texts.join("\n").toLowerCase();
}

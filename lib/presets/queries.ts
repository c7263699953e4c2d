import { sql } from "@/lib/platform/db";
import type { ListedPreset } from "./schema";

/** An account's presets, oldest first. Logo pictures, of up to half a megabyte each, stay in the database. */
export async function listPresetRows(accountId: string): Promise<ListedPreset[]> {
  const { rows } = await sql.query<ListedPreset>({
    name: "list_presets",
    text: `SELECT id, name, settings #- '{logo,dataUrl}' AS settings FROM style_preset
      WHERE account_id = $1 ORDER BY created_at, id`,
    values: [accountId],
  });
  return rows;
}

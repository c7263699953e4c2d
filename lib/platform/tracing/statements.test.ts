import { expect, it } from "vitest";
import { nameStatement } from "./statements";

it.each([
  [{ name: "insert_codes", text: "INSERT INTO qr_code VALUES ('canary')" }, "insert_codes"],
  ["BEGIN; SELECT pg_advisory_xact_lock(1)", "BEGIN"],
  ["  SELECT 'canary' FROM account WHERE email = 'canary'", "SELECT account"],
  [{ text: 'SELECT "public"."account"."id" FROM "public"."account" WHERE 1=1' }, "SELECT account"],
  ["update webhook set url = 'canary'", "UPDATE webhook"],
  ["INSERT INTO scan_batch (id) VALUES ('canary')", "INSERT scan_batch"],
  ["COMMIT", "COMMIT"],
  ["'canary'", "statement"],
  [{ submit() {} }, "statement"],
  [undefined, "statement"],
])("a statement is called by its own name, or by its first word and table: %j", (statement, name) => {
  expect(nameStatement(statement)).toBe(name);
});

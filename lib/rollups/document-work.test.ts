import { expect, it } from "vitest";
import { forEachOwner } from "./document-work";

const owners = ["a", "b", "c", "d"].map((accountId) => ({ accountId, isSandbox: false }));

/** Works on every owner but one, whose work fails. */
async function visit(isSweep: boolean, fault: Error, isInTime = true): Promise<string[]> {
  const visited: string[] = [];
  await forEachOwner(owners, isSweep, async ({ accountId }) => {
    visited.push(accountId);
    if (accountId === "b") throw fault;
    return isInTime;
  });
  return visited.sort();
}

const faultOf = (code: string) => Object.assign(new Error("fault"), { code });

it.each([
  ["a value out of range for its column", faultOf("22003")],
  ["a statement timeout", faultOf("57014")],
  ["a query read timeout", new Error("Query read timeout")],
  ["an internal error", new TypeError("fault")],
])("continues with the other accounts after %s", async (_, fault) => {
  expect(await visit(true, fault)).toEqual(["a", "b", "c", "d"]);
});

it("stops when the database is unavailable, and rethrows any error to a waiting caller", async () => {
  const refused = faultOf("ECONNREFUSED");
  await expect(visit(true, refused)).rejects.toBe(refused);
  await expect(visit(true, faultOf("57P01"))).rejects.toMatchObject({ code: "57P01" });
  await expect(visit(false, faultOf("22003"))).rejects.toMatchObject({ code: "22003" });
});

it("stops when time is up", async () => {
  const visited = await visit(true, faultOf("22003"), false);
  expect(visited.filter((accountId) => accountId !== "b")).toHaveLength(1);
});

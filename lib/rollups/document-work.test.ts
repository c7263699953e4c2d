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
  ["a value that no column takes", faultOf("22003")],
  ["a statement that took too long", faultOf("57014")],
  ["a statement whose answer took too long", new Error("Query read timeout")],
  ["a fault of our own", new TypeError("fault")],
])("goes on with the others after %s", async (_, fault) => {
  expect(await visit(true, fault)).toEqual(["a", "b", "c", "d"]);
});

it("ends with the database, and where somebody waits for it", async () => {
  const refused = faultOf("ECONNREFUSED");
  await expect(visit(true, refused)).rejects.toBe(refused);
  await expect(visit(true, faultOf("57P01"))).rejects.toMatchObject({ code: "57P01" });
  await expect(visit(false, faultOf("22003"))).rejects.toMatchObject({ code: "22003" });
});

it("ends when the time is up", async () => {
  const visited = await visit(true, faultOf("22003"), false);
  expect(visited.filter((accountId) => accountId !== "b")).toHaveLength(1);
});

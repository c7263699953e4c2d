import { expect, it } from "vitest";
import { callAsInProduction, findObstacle } from "@/e2e/support/outgoing/production-network";

const obstacle = findObstacle();
// What is then left is hostile.test.ts: the same rules with a recorder at every connect.
if (obstacle !== null)
  console.warn(`no network of our own (${obstacle}): production's settings are held to the recorder`);

it.skipIf(obstacle !== null)(
  "S2, S3, S4: with production settings, public receivers are called and internal ones refused",
  () => {
    const open = ["93.184.216.34", "2606:4700::1111"];
    const within = ["10.0.0.1", "169.254.169.254", "192.168.1.1", "100.64.0.1", "fd00:ec2::254"];
    const { outcomes, connections } = callAsInProduction([...open, ...within]);
    for (const [called, outcome] of Object.entries(outcomes)) {
      const isOpen = open.some((address) => called === address || called === `name of ${address}`);
      expect(`${called}: ${outcome}`).toBe(
        `${called}: ${isOpen ? "200, null" : "address_refused, not_public"}`,
      );
    }
    for (const [host, count] of Object.entries(connections))
      expect([host, count]).toEqual([host, open.includes(host) ? 2 : 0]);
    expect(Object.keys(outcomes)).toHaveLength(2 * 9 + 5 + 1);
  },
);

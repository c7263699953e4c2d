import { describe, expect, it } from "vitest";
import { rateKeyOf } from "./client-address";

describe("rateKeyOf", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["", "unknown"],
    ["not an address", "unknown"],
  ])("A12: %s counts as %s", (address, key) => {
    expect(rateKeyOf(address)).toBe(key);
  });
});

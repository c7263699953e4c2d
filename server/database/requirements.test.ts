import { describe, expect, it } from "vitest";
import { describeClockOffset, describeConnectionFault, describeOldVersion } from "./requirements";

describe("database requirements", () => {
  it("accept PostgreSQL 15 and later", () => {
    expect(describeOldVersion(140_012)).toContain("names a PostgreSQL 14; Quietzone needs 15 or later");
    expect(describeOldVersion(150_000)).toBeNull();
    expect(describeOldVersion(180_004)).toBeNull();
  });

  it("accept a clock offset of up to 30 seconds either way", () => {
    expect(describeClockOffset(30_000, "the database")).toBeNull();
    expect(describeClockOffset(-30_000, "the database")).toBeNull();
    expect(describeClockOffset(31_000, "the database")).toContain("31 seconds ahead of that of the database");
    expect(describeClockOffset(-3_600_000, "the database")).toContain("3600 seconds behind");
  });

  it.each([
    [{ code: "28P01", message: "password authentication failed" }, "correct the user and password"],
    [{ code: "53300", message: "too many clients already" }, "raise max_connections"],
    [{ code: "57P03", message: "the database system is starting up" }, "wait until PostgreSQL has started"],
    [{ code: "42501", message: "permission denied for database" }, "GRANT CONNECT"],
    [{ message: "timeout expired" }, "start PostgreSQL there, or correct the host and port"],
    [{ code: "ECONNREFUSED", message: "" }, "cannot be used: ECONNREFUSED; start PostgreSQL there"],
    [{ code: "SELF_SIGNED_CERT_IN_CHAIN", message: "self-signed certificate" }, "NODE_EXTRA_CA_CERTS"],
    [{ message: "something new" }, "something new; correct the address."],
  ])("name the fix for the connection error %j", (fault, fix) => {
    expect(describeConnectionFault(Object.assign(new Error(fault.message), fault))).toContain(fix);
  });
});

import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { Quietzone, QuietzoneError } from "@/clients/typescript/src/index";
import { newAccount, newKey } from "../../support/accounts";
import { FlakyProxy } from "../../support/process/flaky-proxy";
import { menu, openQuietzone, refusalOf } from "../../support/quietzone";

const way = await new FlakyProxy(inject("baseUrl")).open();
const elsewhere = await new FlakyProxy(inject("baseUrl")).open();
afterAll(() => Promise.all([way.close(), elsewhere.close()]));
const { apiKey } = await newKey(await newAccount("pro"));
const quietzone = openQuietzone({ baseUrl: way.url, apiKey });

beforeEach(() => {
  way.requests.length = 0;
  elsewhere.requests.length = 0;
});

describe("redirects in the client", () => {
  it.each([301, 302, 303, 307, 308])("with status %i are errors and not followed", async (status) => {
    const location = `${elsewhere.url}/api/v1/qr-codes`;
    for (const call of [() => quietzone.codes.create(menu), () => quietzone.codes.list()]) {
      way.mishaps = [{ status, headers: { location } }];
      const refusal = await refusalOf(call());
      expect(refusal).toBeInstanceOf(QuietzoneError);
      expect(refusal).toMatchObject({
        status,
        code: "unexpected_answer",
        hint: expect.stringContaining("baseUrl"),
      });
      expect(refusal.message).toContain(`answered with a redirect to ${location}`);
      expect(refusal.message).toContain("set baseUrl");
    }
    expect(way.requests).toHaveLength(2);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("without a Location header are an error, too", async () => {
    way.mishaps = [{ status: 300 }];
    expect((await refusalOf(quietzone.codes.list())).message).toContain("answered with a redirect:");
  });
});

describe("an API key over plain HTTP", () => {
  it.each([
    "http://qr.example.com",
    "http://10.0.0.5:3000",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://[2001:db8::1]",
  ])("is rejected for %s unless allowHttp is set", (baseUrl) => {
    const make = (options: object) => () => new Quietzone({ baseUrl, apiKey: "qr_live_x", ...options });
    expect(make({})).toThrow(TypeError);
    expect(make({})).toThrow("use https, or allowHttp: true");
    expect(make({ allowHttp: false })).toThrow(TypeError);
    expect(make({ allowHttp: true })).not.toThrow();
    expect(make({ apiKey: undefined })).not.toThrow();
  });

  it.each(["http://localhost:3000", "http://app.localhost", "http://127.0.0.2", "http://[::1]:3000"])(
    "is allowed for %s on this machine",
    (baseUrl) => {
      expect(() => new Quietzone({ baseUrl, apiKey: "qr_live_x" })).not.toThrow();
    },
  );
});

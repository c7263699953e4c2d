import { expect, it, vi } from "vitest";
import { sendTo, showPage } from "./response";

vi.stubEnv("DEMO", "true");

const call = (host: string) => ({
  method: "GET",
  path: "/r/7kQm2XbT",
  headers: { host },
  clientAddress: "",
  requestId: "req_x",
});

it.each([
  ["any.example", "http://any.example/r/7kQm2XbT"],
  ["Any.Example:8080", "https://any.example:8080/r/7kQm2XbU?x"],
  ["any.example", "https://any.example//r/7kQm2XbT#x"],
  ["192.0.2.7:3000", "http://192.0.2.7:3000/r/7kQm2XbT"],
  ["any.example", "http://any.example/r/Coffee-2"],
])("W16: refuses to redirect from %s to the service's own short URL %s", async (host, url) => {
  const { status, headers, body } = await sendTo(url, call(host), "aZ09bY18");
  expect([status, headers.Location]).toEqual([410, undefined]);
  expect(String(body)).toContain("/report/aZ09bY18");
});

it.each([
  ["any.example", "https://other.example/r/7kQm2XbT"],
  ["any.example", "http://any.example:8080/r/7kQm2XbT"],
  ["any.example", "http://any.example/r/tea"],
  ["any.example", "http://any.example/r/coffee.html"],
  ["any.example", "http://any.example/menu"],
  ["any.example", "http://any.example/?http://any.example/r/7kQm2XbT"],
])("redirects from %s to %s", async (host, url) => {
  const { status, headers } = await sendTo(url, call(host), "aZ09bY18");
  expect([status, headers.Location]).toEqual([302, url]);
});

it("marks pages of a demo", async () => {
  const { body } = await showPage({ kind: "unknown" }, call("any.example"), null);
  expect(String(body)).toContain(">Demo: accounts, codes and scans are made up.</aside>");
});

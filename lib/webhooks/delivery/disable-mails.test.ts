import { expect, it } from "vitest";
import { listKeptMails } from "@/lib/platform/mail";
import { mailFailing } from "./auto-disable";

const webhook = {
  id: "01890000-0000-7000-8000-000000000000",
  name: "Orders",
  environment: "sandbox",
  email: "owner@example.test",
  consecutiveFailures: 5,
  failingSince: new Date("2026-11-21T10:20:30Z"),
} as const;
function textFor(hours: number): string {
  mailFailing(webhook, { failures: 20, hours });
  return listKeptMails()![0]!.text;
}

it("the failure email states what happened and what will happen next", () => {
  const text = textFor(24);
  expect(text).toContain(
    "The last 5 deliveries to your webhook “Orders” failed, the first on 2026-11-21 10:20 UTC.",
  );
  expect(text).toContain(
    "When 20 deliveries in a row have failed, the first of them 24 hours or more ago, the",
  );
  expect(textFor(1)).toContain("the first of them an hour or more ago, the webhook is paused");
  expect(textFor(0)).toContain("When 20 deliveries in a row have failed, the webhook is paused");
});

it("the failure email links to the page of the webhook in its environment", () => {
  const path = `/webhooks/${webhook.id}`;
  expect(textFor(24)).toContain(`${path}?environment=sandbox\n`);
  mailFailing({ ...webhook, environment: "production" }, { failures: 20, hours: 24 });
  expect(listKeptMails()![0]!.text).toContain(`${path}\n`);
});

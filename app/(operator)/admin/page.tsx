import { describeHealth } from "@/components/admin/describe-health";
import { HealthView } from "@/components/admin/health-view";
import { requireOperator } from "@/lib/auth";
import { readHealth } from "@/lib/operator";
import { ownCommand } from "@/lib/platform/own-command";
import { readZone } from "../../request";
import { titleForOperator } from "../operator";

export const generateMetadata = () => titleForOperator("Health");

export default async function HealthPage() {
  await requireOperator();
  const [health, zone] = await Promise.all([readHealth(), readZone()]);
  return <HealthView parts={describeHealth(health, zone, ownCommand)} readAt={health.readAt} zone={zone} />;
}

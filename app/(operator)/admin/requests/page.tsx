import { RequestsView } from "@/components/admin/requests-view";
import { listPlanRequests } from "@/lib/accounts";
import { requireOperator } from "@/lib/auth";
import { listSupportRequests } from "@/lib/support";
import { readZone } from "../../../request";
import { titleForOperator } from "../../operator";
import { declineRequest, grantRequest, markAnswered } from "./actions";

export const generateMetadata = () => titleForOperator("Requests");

export default async function RequestsPage() {
  await requireOperator();
  const [requests, questions, zone] = await Promise.all([
    listPlanRequests(),
    listSupportRequests(),
    readZone(),
  ]);
  return (
    <RequestsView
      requests={requests}
      questions={questions}
      zone={zone}
      actions={{ grant: grantRequest, decline: declineRequest, markAnswered }}
    />
  );
}

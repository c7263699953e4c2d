import { requireDashboardCaller } from "@/lib/auth";
import { answerPicture, answerPictureHead } from "../../../code-picture";

interface Context {
  params: Promise<{ id: string }>;
}

const ask = ({ params }: Context) => ({
  findCaller: requireDashboardCaller,
  findId: async () => (await params).id,
});

export async function GET(request: Request, context: Context): Promise<Response> {
  return answerPicture(request, ask(context));
}

export async function HEAD(request: Request, context: Context): Promise<Response> {
  return answerPictureHead(request, ask(context));
}

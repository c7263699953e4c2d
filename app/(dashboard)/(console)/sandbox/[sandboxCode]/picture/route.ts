import { answerPicture, answerPictureHead } from "../../../../code-picture";
import { requireSandboxCaller } from "../../../callers";

interface Context {
  params: Promise<{ sandboxCode: string }>;
}

const ask = ({ params }: Context) => ({
  findCaller: requireSandboxCaller,
  findId: async () => (await params).sandboxCode,
});

export async function GET(request: Request, context: Context): Promise<Response> {
  return answerPicture(request, ask(context));
}

export async function HEAD(request: Request, context: Context): Promise<Response> {
  return answerPictureHead(request, ask(context));
}

import { thenHandOver } from "@/inngest/after-answer";
import { answerFetch } from "@/lib/http/next";
import { answerMcp } from "@/lib/mcp";

const answer = thenHandOver(
  (request: Request) => answerFetch(request, answerMcp),
  ({ method }) => method === "POST",
);

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};

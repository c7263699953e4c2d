import { thenHandOver } from "@/inngest/after-answer";
import { answerNextRoute } from "@/lib/http/next";
import { isSafeMethod } from "@/lib/platform/cross-site";

const answer = thenHandOver(answerNextRoute, ({ method }) => !isSafeMethod(method));

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};

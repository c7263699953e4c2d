import { answerNextRoute } from "@/lib/http/next";

export {
  answerNextRoute as DELETE,
  answerNextRoute as GET,
  answerNextRoute as HEAD,
  answerNextRoute as OPTIONS,
  answerNextRoute as PATCH,
  answerNextRoute as POST,
  answerNextRoute as PUT,
};

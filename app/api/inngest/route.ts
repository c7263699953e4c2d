import { answerInngest } from "@/inngest/answer";

/** Seconds: an attempt takes 10 at most, and a sweep's step as long. Of serverless platforms alone. */
export const maxDuration = 60;

export {
  answerInngest as DELETE,
  answerInngest as GET,
  answerInngest as HEAD,
  answerInngest as OPTIONS,
  answerInngest as PATCH,
  answerInngest as POST,
  answerInngest as PUT,
};

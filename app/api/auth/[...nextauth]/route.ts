import { answerAuth } from "@/lib/auth/route";

export {
  answerAuth as DELETE,
  answerAuth as GET,
  answerAuth as HEAD,
  answerAuth as OPTIONS,
  answerAuth as PATCH,
  answerAuth as POST,
  answerAuth as PUT,
};

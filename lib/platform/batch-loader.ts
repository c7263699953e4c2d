import { isOutOfReach } from "./database-errors";
import { ServiceError } from "./errors";
import { type Span, withSharedSpan, withSpan } from "./traces";

interface GatherOptions<Question, Answer> {
  /** What a question waits for, as traces name it. */
  name: string;
  /** Answers some questions by one trip to the database, in their order. What it throws is thrown to each who asked. */
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  maxBatch: number;
  maxRunning: number;
  /** Questions that may wait; about as many as a database at work answers in a second or two. */
  maxWaiting: number;
}

interface Waiting<Question, Answer> {
  question: Question;
  span: Span;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets the questions of many requests share trips to the database: while trips are under way the next one gathers, and
 * so does what is asked in the same turn of the event loop. Nothing is remembered: a question is answered by a trip that
 * begins after it was asked. A trip that fails fails for those on it, and for all who wait where the database is out of
 * reach: they would wait out its timeout once more, trip after trip. Beyond `maxWaiting` it is `unavailable` at once.
 */
export function createBatcher<Question, Answer>(
  options: GatherOptions<Question, Answer>,
): (question: Question) => Promise<Answer> {
  const { name, ask, maxBatch, maxRunning, maxWaiting } = options;
  const waiting: Waiting<Question, Answer>[] = [];
  let running = 0;

  async function travel(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      try {
        const answers = await withSharedSpan(
          `${name} together`,
          batch.map(({ span }) => span),
          () => ask(batch.map(({ question }) => question)),
        );
        for (const [place, { resolve }] of batch.entries()) resolve(answers[place] as Answer);
      } catch (error) {
        const others = isOutOfReach(error) ? waiting.splice(0) : [];
        for (const { reject } of [...batch, ...others]) reject(error);
      }
    }
    running -= 1;
  }

  return (question) => {
    if (waiting.length >= maxWaiting) {
      const busy = new ServiceError("unavailable", "Too many requests are waiting", { retryAfterSeconds: 2 });
      return Promise.reject(busy);
    }
    const join = (span: Span) =>
      new Promise<Answer>((resolve, reject) => {
        waiting.push({ question, span, resolve, reject });
        if (running >= maxRunning) return;
        running += 1;
        // After everything that this turn has ready: requests whose keys were looked up together ask together.
        process.nextTick(travel);
      });
    return withSpan(name, {}, join);
  };
}

/** Why a form was refused, in words for the user. */
export interface Refusal {
  /** About the form as a whole. */
  sentence?: string;
  /** About fields, by the name of their control. */
  fields?: Record<string, string>;
  /** What kind of refusal it is, where a form shows another thing for it. */
  code?: string;
  /** Whole seconds after which the same can succeed. */
  againInSeconds?: number;
}

/** What an action answers a form: what came of it, or why nothing did. Null before the first answer. */
export type Answer<T> = { done: T } | { refusal: Refusal } | null;

/** An action as forms take it. It answers and does not throw. */
export type FormAction<T> = (previous: Answer<T>, data: FormData) => Promise<Answer<T>>;

/** Faults of a filled form by the name of the control; empty: none. */
export type Check = (data: FormData) => Record<string, string>;

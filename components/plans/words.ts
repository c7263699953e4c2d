import type { FieldWords } from "../ui/form/faults";

export const planRequestWords: FieldWords = {
  not_found: "There is no open request any more.",
  note: (value) =>
    value.length > 500
      ? `A note has at most 500 characters. This one has ${value.length.toLocaleString("en-GB")}.`
      : "A note holds no control characters.",
};

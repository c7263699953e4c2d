import type { FieldWords } from "../../ui/form/faults";

/** What the form of a preset says at its fields. */
export const presetWords: FieldWords = {
  name: (value) => {
    const { length } = [...value.trim()];
    if (length === 0) return "Enter a name, such as House or Window.";
    return length > 60
      ? `A name has at most 60 characters. This one has ${length}.`
      : "A name is one line of text.";
  },
  not_found: "This preset was deleted elsewhere.",
};

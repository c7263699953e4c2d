/** Markup that was written here. Only `html` and `embed` make it, so text from outside can't pass for it. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;

/** What may stand in a template: markup as it is, text escaped, nothing for what is absent. */
type Part = Html | string | number | undefined | readonly (Html | undefined)[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that is safe in an element and in a quoted attribute. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

function write(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.toString();
  return Array.isArray(part) ? part.map(write).join("") : escapeText(String(part));
}

/** A template whose every value is escaped unless it is markup itself; values of attributes stand in quotes. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const text = literals.reduce((before, literal, i) => before + write(parts[i - 1]) + literal);
  return new Markup(text);
}

/** Markup of this project's own that comes as a string: a picture of `lib/qr`, which escapes what it is given, and the style sheet. */
export function embed(svg: string): Html {
  return new Markup(svg);
}

import { CopyButton } from "./copy-button";
import { Words } from "./docs-page";
import type { Program } from "./programs";
import { type SampleRequest, writeRequestSamples } from "./request-samples";

interface CodeBlockProps {
  label: string;
  language: "sh" | "js" | "py" | "go" | "php" | "json" | "text";
  text: string;
  canCopy?: boolean;
}

/** Text to be typed or read as it stands; long lines wrap, so nothing scrolls sideways, and copy whole. */
export function CodeBlock({ label, language, text, canCopy = false }: CodeBlockProps) {
  return (
    <figure className="code-block">
      <div>
        <figcaption>{label}</figcaption>
        {canCopy && <CopyButton text={text} label={label} />}
      </div>
      <pre>
        <code data-language={language}>{text}</code>
      </pre>
    </figure>
  );
}

interface CodeChoiceProps {
  name: string;
  label: string;
  choices: readonly Choice[];
}

interface Choice {
  name: string;
  /** A sentence or two above the text, in which `backticks` mark what a machine reads. */
  note?: string;
  block: Parameters<typeof CodeBlock>[0];
}

/** Which panel the chosen one is, by its place; written out, so that the style sheet holds them. */
const shownWhenChosen = [
  "group-has-[[data-at='0']:checked]/choice:block",
  "group-has-[[data-at='1']:checked]/choice:block",
  "group-has-[[data-at='2']:checked]/choice:block",
  "group-has-[[data-at='3']:checked]/choice:block",
];

/** Two to four texts, one of them shown: native radio buttons and a rule of CSS, so it needs no script; print has all. */
export function CodeChoice({ name, label, choices }: CodeChoiceProps) {
  return (
    <div className="group/choice mt-4">
      <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-2 print:hidden">
        {choices.map((choice, at) => (
          <label
            key={choice.name}
            className={[
              "relative flex h-[34px] items-center rounded-control border border-line-strong bg-surface px-3.5 text-small text-ink-2 select-none touch:h-11",
              "hover:bg-canvas has-checked:border-accent has-checked:bg-accent-tint has-checked:text-ink has-checked:shadow-[inset_0_0_0_0.5px_var(--accent)]",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent forced-colors:has-checked:outline-2",
            ].join(" ")}
          >
            <input
              type="radio"
              name={name}
              value={choice.name}
              data-at={at}
              defaultChecked={at === 0}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
            />
            {choice.name}
          </label>
        ))}
      </div>
      {choices.map((choice, at) => (
        <div key={choice.name} className={`hidden print:block ${shownWhenChosen[at]}`}>
          {choice.note !== undefined && (
            <p className="mt-3">
              <Words text={choice.note} />
            </p>
          )}
          <CodeBlock {...choice.block} />
        </div>
      ))}
    </div>
  );
}

/** One request in curl, JavaScript, Python and Go. `name` is the page's name for the choice. */
export function RequestChoice({ name, request }: { name: string; request: SampleRequest }) {
  return <CodeChoice name={name} label="Language" choices={writeRequestSamples(request)} />;
}

/** A program in JavaScript, Python and Go. */
export function ProgramChoice({ file, javascript, python, go }: Program) {
  const choices: Choice[] = [
    { name: "JavaScript", block: { label: `${file}.mjs`, language: "js", text: javascript, canCopy: true } },
    { name: "Python", block: { label: `${file}.py`, language: "py", text: python, canCopy: true } },
    { name: "Go", block: { label: `${file}.go`, language: "go", text: go, canCopy: true } },
  ];
  return <CodeChoice name={file} label="Language" choices={choices} />;
}

import { Search } from "lucide-react";
import Form from "next/form";
import { buttonClasses } from "../ui/button";
import { controlClasses } from "../ui/field";

interface SearchFormProps {
  /** The page that it leads to; what is looked for stands there as `q`. */
  path: string;
  label: string;
  q: string;
  most: number;
  /** What else the address says. */
  fields?: Record<string, string>;
}

/** Looks for something among all accounts when it is sent, with scripts or without. */
export function SearchForm({ path, label, q, most, fields = {} }: SearchFormProps) {
  return (
    <search className="w-full min-w-0 max-w-[40rem]">
      <Form action={path} scroll={false} className="flex gap-2">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <span className="relative min-w-0 flex-1">
          <Search
            size={16}
            strokeWidth={1.6}
            className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-3"
            aria-hidden
          />
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={most}
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            className={`${controlClasses} h-9 appearance-none pl-9 touch:h-11`}
          />
        </span>
        <button type="submit" className={buttonClasses({ kind: "secondary" })}>
          Look up
        </button>
      </Form>
    </search>
  );
}

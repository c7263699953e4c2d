import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { sayDay } from "../ui/dates";
import { permissionWords } from "./permission-words";

/** What a key may do and until when, a line each. */
export function KeyFacts({ apiKey }: { apiKey: ApiKeyResource }) {
  const held = permissionWords.filter(({ permission }) => apiKey.permissions.includes(permission));
  const facts = [
    ...held.map(({ permission, words }) => ({ term: permission, words, isCode: true })),
    {
      term: "Limit",
      words: `${apiKey.rateLimit.toLocaleString("en-GB")} requests an hour`,
      isCode: false,
    },
    {
      term: "Expires",
      words: apiKey.expiresAt === null ? "Never" : sayDay(apiKey.expiresAt),
      isCode: false,
    },
  ];
  return (
    <dl>
      {facts.map(({ term, words, isCode }) => (
        <div key={term} className="flex gap-x-4 border-t border-line py-2.5 max-sm:flex-col">
          <dt className={`w-32 shrink-0 text-ink-3 ${isCode ? "font-mono text-mono" : "text-small"}`}>
            {term}
          </dt>
          <dd className="min-w-0">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

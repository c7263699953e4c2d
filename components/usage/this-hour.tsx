import type { LimitUse } from "@/lib/api-uses/schema";
import { sayTime } from "../ui/dates";
import { UsageRuler } from "../ui/usage-ruler";

interface ThisHourProps {
  account: LimitUse;
  /** Keys that were used in the hour of their own, by name. */
  keys: readonly { id: string; name: string; use: LimitUse }[];
  zone: string;
}

/** Keys that have a ruler here; each of them stands in the table of keys. */
const most = 4;

/** How much of the hour's requests is used at this moment, in all and by key. */
export function ThisHour({ account, keys, zone }: ThisHourProps) {
  const shown = keys.slice(0, most);
  return (
    <section aria-labelledby="this-hour" className="page-x border-b border-line py-6">
      <h2 id="this-hour" className="mb-3 text-heading">
        This hour
      </h2>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div>
          <UsageRuler
            used={account.used}
            limit={account.limit}
            noun="requests"
            fullNote="Full: more are answered 429"
          />
          <p className="mt-2 text-small text-ink-3">{sayReset(account, zone)}</p>
        </div>
        {shown.length > 0 && (
          <ul aria-label="By key" className="grid content-start gap-x-8 gap-y-4 sm:grid-cols-2">
            {shown.map(({ id, name, use }) => (
              <li key={id} className="min-w-0">
                <p className="truncate text-small text-ink-2" title={name}>
                  {name}
                </p>
                <UsageRuler used={use.used} limit={use.limit} noun="requests" isCompact />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The hour is the account's own: it begins with a request, not with the clock's hour. */
function sayReset({ resetsAt }: LimitUse, zone: string): string {
  if (resetsAt === null) return "The hour begins with the next request and lasts 60 minutes.";
  return `The count starts again at ${sayTime(resetsAt, zone)}.`;
}

import { Laptop, MonitorSmartphone, Smartphone, Tablet } from "lucide-react";
import type { UserSession } from "@/lib/users/schema";
import { Badge } from "../ui/badge";
import { formatCountry } from "../ui/country";
import { formatAgo, formatDay } from "../ui/dates";
import type { Answer } from "../ui/form/answer";
import { EndSession } from "./session-buttons";

const unknown = "Unknown";
const hourMs = 60 * 60_000;

interface SessionListProps {
  sessions: readonly UserSession[];
  nowMs: number;
  zone: string;
  endSession: (id: string) => Promise<Answer<null>>;
}

/** So many are shown at once; the others one asks for. */
const shownAtOnce = 6;

/** The browsers in which one is signed in, each with what it can be told by and an end. */
export function SessionList({ sessions, ...rest }: SessionListProps) {
  const [first, others] = [sessions.slice(0, shownAtOnce), sessions.slice(shownAtOnce)];
  return (
    <div id="session-list" tabIndex={-1} className="outline-none">
      <Rows sessions={first} {...rest} />
      {others.length > 0 && (
        <details className="group">
          <summary className="flex h-11 cursor-pointer items-center text-small text-accent group-open:hidden">
            All {sessions.length} sessions
          </summary>
          <Rows sessions={others} {...rest} />
        </details>
      )}
      {sessions.some(isPlaceKnown) && (
        <p className="mt-2 text-tiny text-ink-3">
          Places:{" "}
          <a
            className="link touch:inline-flex touch:min-h-11 touch:items-center"
            href="https://db-ip.com"
            rel="noreferrer"
          >
            IP Geolocation by DB-IP
          </a>
        </p>
      )}
    </div>
  );
}

function Rows({ sessions, ...rest }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} {...rest} />
      ))}
    </ul>
  );
}

const icons = { Mobile: Smartphone, Tablet, Desktop: Laptop } as const;

function SessionRow({
  session,
  nowMs,
  zone,
  endSession,
}: { session: UserSession } & Omit<SessionListProps, "sessions">) {
  const Icon = icons[session.device as keyof typeof icons] ?? MonitorSmartphone;
  const { isCurrent } = session;
  const name = nameSession(session);
  const seen = isCurrent ? "Here now" : formatLastSeen(session.lastSeenAt, nowMs, zone);
  return (
    <li className="flex min-h-15 items-center gap-3 border-t border-line py-2.5 last:border-b">
      <Icon size={16} strokeWidth={1.6} className="shrink-0 self-start text-ink-3 mt-0.5" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {isCurrent && <Badge tone="accent">This one</Badge>}
        </p>
        <p className="text-small text-ink-3">
          {[formatPlace(session.country), seen, `Signed in ${formatDay(session.signedInAt, zone)}`]
            .filter((part) => part !== null)
            .map((part, index) => (
              <span key={part} className="inline-block">
                {index > 0 && <span className="mx-1.5">·</span>}
                {part}
              </span>
            ))}
        </p>
      </div>
      {!isCurrent && <EndSession id={session.id} name={name} seen={seen} endSession={endSession} />}
    </li>
  );
}

function nameSession({ browser, os }: Pick<UserSession, "browser" | "os">): string {
  if (browser !== unknown && os !== unknown) return `${browser} on ${os}`;
  if (browser !== unknown) return browser;
  return os === unknown ? "Unknown browser" : `A browser on ${os}`;
}

/** The country's name; null where it is not known. */
const formatPlace = (country: string): string | null => (country === unknown ? null : formatCountry(country));

const isPlaceKnown = ({ country }: Pick<UserSession, "country">): boolean => country !== unknown;

/** Sightings are written once a quarter of an hour, so nothing finer is told. */
function formatLastSeen(iso: string, nowMs: number, zone: string): string {
  const ms = nowMs - new Date(iso).getTime();
  if (ms < hourMs) return ms < hourMs / 2 ? "Seen in the last half hour" : "Seen in the last hour";
  return `Seen ${formatAgo(iso, nowMs, zone)}`;
}

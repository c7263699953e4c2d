import type { Report, RouteFigures } from "@/lib/analytics/schema";
import type { StoredCode, Target, TargetList } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import { parseUrl, ServiceError } from "@/lib/platform/errors";
import { drawSvg, encodeMatrix, symbolFor } from "@/lib/qr";
import type { QrMatrix, Style } from "@/lib/qr/schema";
import type { ScanPage } from "@/lib/scans/schema";
import { formatDayMonth, formatShortDay } from "../../ui/dates";
import type { DetailActions } from "../actions";
import { nameThumb, pictureUrl } from "../code-thumb";
import { describeTarget } from "../describe-target";
import type { ComingGrade } from "./grade-block";
import type { ToldTarget } from "./target-editor";

export interface ShownCode {
  code: StoredCode;
  sheet: DrawnSheet | null;
  /** Null where a static code has none. */
  reading: {
    grade: ComingGrade;
    report: Promise<Report> | null;
    scans: Promise<ScanPage> | null;
    weekScans: Promise<number | null>;
    targets: Promise<TargetList> | null;
    /** What its rules and goals did; null where it can have neither. */
    figures: Promise<RouteFigures> | null;
  };
  zone: string;
  hasLabels: boolean;
  nowMs: number;
  actions: DetailActions;
}

export interface DrawnSheet {
  matrix: QrMatrix;
  style: Style;
  /** The picture: the document itself, or where it is; with a logo it may be a megabyte, which a page can't hold. */
  picture: { svg: string } | { src: string };
  name: string;
}

/** Draws a stored code; null where the rules of today refuse what an older release took. */
export function drawStored(code: StoredCode): DrawnSheet | null {
  const style = code.settings as Style;
  try {
    const payload = code.shortUrl ?? encodeContent(code.type, code.content).payload;
    const matrix = encodeMatrix(payload, symbolFor(style));
    const name = nameThumb(code);
    const picture = style.logo
      ? { src: pictureUrl(code, { format: "svg" }) }
      : { svg: drawSvg(matrix, style, { title: name }) };
    return { matrix, style, picture, name };
  } catch (fault) {
    if (fault instanceof ServiceError) return null;
    throw fault;
  }
}

export function describeTargets(
  targets: readonly Target[],
  { type, zone, nowMs }: { type: ContentType; zone: string; nowMs: number },
): ToldTarget[] {
  const [current] = targets;
  const host = current && type === "url" ? hostOf(current.content) : null;
  const say = (content: string) => shorten(content, host) ?? describeTarget({ type, content });
  const yearOf = (iso: string) => formatShortDay(iso, zone).slice(-4);
  const year = yearOf(new Date(nowMs).toISOString());
  const day = (iso: string) => (yearOf(iso) === year ? formatDayMonth : formatShortDay)(iso, zone);
  return targets.map(({ id, content, fallbackUrl, routes, setAt, setBy }, place) => {
    const end = targets[place - 1]?.setAt ?? null;
    return {
      id,
      content,
      fallbackUrl,
      routes,
      rules: formatRules(routes, targets[place + 1]?.routes),
      what: say(content),
      afterwards: fallbackUrl === null ? null : describeTarget({ type: "url", content: fallbackUrl }),
      when: `${formatSpan(setAt, end, day)}${formatSetBy(setBy)}`,
    };
  });
}

/** The rules of a target, and whether they differ from those before; null where there are none and were none. */
function formatRules(routes: Target["routes"], before: Target["routes"] | undefined): string | null {
  const isChanged = before !== undefined && JSON.stringify(routes) !== JSON.stringify(before);
  if (routes.length === 0) return isChanged ? "Rules removed" : null;
  const count = routes.length === 1 ? "1 rule" : `${routes.length} rules`;
  if (!isChanged) return count;
  return before.length === 0 ? `${count} added` : `${count}, changed`;
}

const hostOf = (address: string): string | null => parseUrl(address)?.origin ?? null;

/** On the host of the present one the path says all; null where the whole is to be said. */
function shorten(content: string, origin: string | null): string | null {
  if (origin === null || hostOf(content) !== origin) return null;
  const rest = content.replace(/^[^/]*\/\/[^/?#]*/, "");
  return rest === "" || rest === "/" ? null : rest;
}

function formatSpan(from: string | null, to: string | null, day: (iso: string) => string): string {
  if (from === null) return to === null ? "" : `Until ${day(to)}`;
  if (to === null) return `Since ${day(from)}`;
  return day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`;
}

function formatSetBy(by: Target["setBy"]): string {
  if (by === null) return "";
  if (by.kind === "operator") return ", by the operator";
  if (by.kind === "key") return `, by ${by.name === null ? "a key" : `the key ${by.name}`}`;
  return by.name === null ? "" : `, by ${by.name}`;
}

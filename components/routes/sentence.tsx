import { parseUrl } from "@/lib/platform/errors";
import { formatFinalUrl, type routeDevices, type Utm, type Weekday, weekdays } from "@/lib/routes";
import { isDay, type Route, variantOf, type When } from "@/lib/routes/schema";
import { formatCountry } from "../ui/country";
import { formatShortDay } from "../ui/dates";
import { needsZone } from "./draft";

interface Named {
  value: string;
  name: string;
}

export const devices: readonly { value: (typeof routeDevices)[number]; name: string; plural: string }[] = [
  { value: "mobile", name: "Phone", plural: "phones" },
  { value: "tablet", name: "Tablet", plural: "tablets" },
  { value: "desktop", name: "Computer", plural: "computers" },
];

export const days: readonly { value: Weekday; name: string }[] = weekdays.map((value) => ({
  value,
  name: value.slice(0, 3),
}));

/** Systems as scans name them, the usual ones first. */
export const systems: readonly Named[] =
  "iOS;Android;Windows;macOS;Chrome OS;Linux;Ubuntu;Debian;Fedora;HarmonyOS;KaiOS;Windows Phone;BSD;Solaris;Haiku;Fuchsia;Sailfish;Firefox OS;BlackBerry;Symbian;Bada;MeeGo;Tizen;webOS;watchOS;Chromecast;PlayStation;Nintendo;Xbox"
    .split(";")
    .map((name) => ({ value: name, name }));

const countryCodes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

/** Every country by its name; ISO 3166-1 alpha-2 and XK, as scans have them. */
export const countries: readonly Named[] = countryCodes
  .split(" ")
  .map((value) => ({ value, name: formatCountry(value) }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"));

const languageTags =
  "af ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-US es es-419 es-MX et eu fa fi fil fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl nn pa pl pt pt-BR pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-CN zh-HK zh-TW zu";

const languageNames = new Intl.DisplayNames("en-GB", { type: "language", fallback: "code" });

/** `Portuguese`, of `pt`; what is no tag as it is. */
export function formatLanguage(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const languages: readonly Named[] = languageTags
  .split(" ")
  .map((value) => ({ value, name: formatLanguage(value) }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"));

/** `Berlin`, of `Europe/Berlin`. */
const formatZoneCity = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** Of more countries or languages than this the first are named and the rest counted. */
const mostNamed = 4;

interface ToldTarget {
  /** Of a split's entry. */
  name: string | null;
  address: string;
  /** Of a split's entry: a fraction of the rule's scans. */
  share: number | null;
}

/** When a rule applies, as the start of a sentence: `On iPhone in Germany, on weekends`. */
export function describeWhen(when: When | undefined): string {
  const place = [describeDevices(when), describeCountries(when)].filter((part) => part !== null).join(" ");
  const parts = [place, describeLanguages(when), describeDays(when), ...describeTimes(when)];
  const sentence = parts.filter((part) => part !== null && part !== "").join(", ");
  if (sentence === "") return "For everyone";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function describeTargets({ to, split }: Route): ToldTarget[] {
  if (split === undefined) return [{ name: null, address: to ?? "", share: null }];
  const total = split.reduce((sum, { weight }) => sum + weight, 0);
  return split.map((entry, index) => ({
    name: variantOf(entry, index),
    address: entry.to,
    share: total > 0 ? entry.weight / total : null,
  }));
}

/** A rule as people read it: when it applies, and where it leads. */
export function RouteSentence({ route }: { route: Route }) {
  return (
    <>
      <p className="text-body font-medium [overflow-wrap:anywhere]">{describeWhen(route.when)}</p>
      <ul>
        {describeTargets(route).map(({ name, address, share }) => (
          <li key={name} className="text-small text-ink-2 [overflow-wrap:anywhere]">
            <span aria-hidden>→ </span>
            {share !== null && `${formatShare(share)} ${name}: `}
            {address || <span className="text-ink-3">no address yet</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** `12.5%`, of 0.125. */
export const formatShare = (share: number): string =>
  share.toLocaleString("en-GB", { style: "percent", maximumFractionDigits: 1 });

function isFilled<T>(list: readonly T[] | undefined): list is readonly T[] {
  return list !== undefined && list.length > 0;
}

function either(names: readonly string[], what?: string): string {
  const shown = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names;
  const rest = names.length - shown.length;
  const all = rest === 0 ? [...shown] : [...shown, `${rest} other ${what}`];
  const last = all.pop();
  return all.length === 0 ? (last ?? "") : `${all.join(", ")} or ${last}`;
}

/** An iPhone is a phone with iOS and an iPad a tablet with it; scans know neither by name. */
const apple: Partial<Record<string, string>> = { mobile: "iPhone", tablet: "iPad" };

function describeDevices(when: When | undefined): string | null {
  const { devices: chosen, os } = when ?? {};
  const kinds = isFilled(chosen) ? devices.filter(({ value }) => chosen.includes(value)) : [];
  const isApple = os?.length === 1 && os[0] === "iOS" && kinds.length > 0;
  if (isApple && kinds.every(({ value }) => apple[value] !== undefined))
    return `on ${either(kinds.map(({ value }) => apple[value] ?? ""))}`;
  const plain = either(kinds.map(({ plural }) => plural));
  if (!isFilled(os)) return plain === "" ? null : `on ${plain}`;
  const systems = either(os, "systems");
  return plain === "" ? `on ${systems}` : `on ${plain} with ${systems}`;
}

function describeCountries(when: When | undefined): string | null {
  const countries = when?.countries;
  return isFilled(countries) ? `in ${either(countries.map(formatCountry), "countries")}` : null;
}

function describeLanguages(when: When | undefined): string | null {
  const languages = when?.languages;
  return isFilled(languages) ? `for readers of ${either(languages.map(formatLanguage), "languages")}` : null;
}

function describeDays(when: When | undefined): string | null {
  const chosen = when?.days;
  if (!isFilled(chosen)) return null;
  const names = days.map(({ value }) => value).filter((day) => chosen.includes(day));
  const weekend = names.filter((day) => day === "Saturday" || day === "Sunday").length;
  if (names.length === days.length) return "every day";
  if (names.length === 2 && weekend === 2) return "on weekends";
  if (names.length === 5 && weekend === 0) return "on weekdays";
  return `on ${either(names)}`;
}

function describeTimes(when: When | undefined): (string | null)[] {
  const { hours, dates, timezone } = when ?? {};
  const clock = hours ? `from ${hours.from || "…"} to ${hours.until || "…"}` : null;
  const span = describeDates(dates, timezone);
  return [clock, span, needsZone(when ?? {}) && timezone ? `${formatZoneCity(timezone)} time` : null];
}

function describeDates(dates: When["dates"], zone: string | undefined): string | null {
  const { from, until } = dates ?? {};
  const say = (text: string) => formatEdge(text, zone);
  // The last day is part of it; the last instant isn't.
  const last = until && (isDay(until) ? `the end of ${say(until)}` : say(until));
  if (from && last) return `from ${say(from)} until ${last}`;
  if (from) return `from ${say(from)} on`;
  return last ? `until ${last}` : null;
}

function formatEdge(text: string, zone = "UTC"): string {
  if (isDay(text)) return formatShortDay(`${text}T12:00:00Z`, "UTC");
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return at.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
    timeZoneName: "short",
  });
}

/** A typed address as a redirect will lead to it: canonical, with its campaign parameters. */
export function formatTypedUrl(address: string, utm: Utm | undefined): string {
  const typed = address.trim();
  return formatFinalUrl(parseUrl(typed)?.href ?? typed, { utm });
}

import { type routeDevices, type Weekday, weekdays } from "@/lib/routes";
import { formatCountry } from "../ui/country";

export interface Named {
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
export const formatZoneCity = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

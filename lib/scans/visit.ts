/** What a scan is made with. Labels that come from outside are bounded, so that nobody can make charts of a million bars. */
export const devices = ["Mobile", "Tablet", "Desktop", "Unknown"] as const;
export type Device = (typeof devices)[number];

/** What a visit is called where nothing is known of it. */
export const unknown = "Unknown";

/** Why a visit is no person's scan. A link preview and a crawler count as `summary.botScans`; the others count nowhere. */
export const exclusions = ["bot", "preview", "prefetch", "head"] as const;
export type Exclusion = (typeof exclusions)[number];

/** All that is stored about the visitor of a short URL; no address is. */
export interface Visitor {
  /** Keyed hash of address and user agent under the salt of a UTC day: 64 bits as a signed decimal. */
  visitor: string;
  device: Device;
  /** At most 32 characters each. */
  os: string;
  browser: string;
  /** ISO 3166-1 alpha-2, or "Unknown". */
  country: string;
  /** At most 100 characters. */
  city: string;
  /** At most 512 characters. */
  userAgent: string;
}

/** One call of a short URL, ready to be stored. */
export interface Visit {
  /** UUID of version 7, given before anything is written. */
  id: string;
  codeId: string;
  accountId: string;
  isSandbox: boolean;
  visitor: Visitor;
  /** Null for a person's scan. */
  excluded: Exclusion | null;
  /** Id of the rule that chose its target, and the entry of the rule's split; absent where there was none. */
  route?: string;
  variant?: string;
  /** Its id was given to its target, so that goals may come for it. */
  hasGoals?: true;
  /** Its trace, which its event goes on. */
  traceParent?: string;
}

/**
 * What became of a visit. `counted`: kept in detail. `capped`: beyond the plan's detailed scans, counted only.
 * `excluded`: kept apart. `beyond`: over the code's `maxScans`, not counted. `gone`: the code was deleted, nothing is
 * kept. `spooled`: safe on disk, stored later. `lost`: neither database nor disk took it; metric and log have counted it.
 */
export type Outcome = "counted" | "capped" | "excluded" | "beyond" | "gone" | "spooled" | "lost";

export interface Recorded {
  outcome: Outcome;
  /** The scan's stamp where it is `counted`. */
  scannedAt: Date | null;
  /** Of an `excluded` visit: the code has had all the scans that its owner allows it. */
  isUsedUp?: true;
}

/** ISO 3166-1 alpha-2, with XK, the usual code for Kosovo. */
const codes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

/** Every label that a country can have, except "Unknown". */
export const countryCodes: ReadonlySet<string> = new Set(codes.split(" "));

import { type Exclusion, unknown } from "../visit";

/** A country as a history has scans of it. */
export interface Country {
  /** ISO 3166-1 alpha-2, or "Unknown". */
  code: string;
  /** Scans of a thousand. */
  share: number;
  /** Where most of its people live, for the time of day. */
  zone: string;
  /** Share of its phones that are iPhones. */
  iPhones: number;
  /** City and its scans of the country's hundred; the rest is in no city that is known. */
  cities: readonly (readonly [name: string, share: number])[];
}

/**
 * Code, share, zone, iPhones, then cities. Shares of cities and of iPhones are near those of the statistics offices and of web
 * statistics.
 */
const table = `
DE 214 Europe/Berlin 0.39: Berlin 17, Hamburg 10, Munich 9, Cologne 7, Frankfurt am Main 5, Stuttgart 4, Leipzig 4
US 151 America/Chicago 0.57: New York 13, Los Angeles 8, Chicago 6, Houston 5, San Francisco 4, Austin 3, Seattle 3, Portland 2
GB 103 Europe/London 0.51: London 24, Birmingham 6, Manchester 6, Glasgow 4, Leeds 4, Bristol 3
FR 87 Europe/Paris 0.37: Paris 21, Marseille 7, Lyon 6, Toulouse 5, Nice 4, Bordeaux 3
ES 71 Europe/Madrid 0.26: Madrid 19, Barcelona 15, Valencia 7, Seville 5, Bilbao 3
IT 58 Europe/Rome 0.33: Rome 15, Milan 13, Naples 7, Turin 6, Bologna 3
NL 44 Europe/Amsterdam 0.42: Amsterdam 16, Rotterdam 10, The Hague 7, Utrecht 6
AT 39 Europe/Vienna 0.41: Vienna 29, Graz 8, Linz 5, Salzburg 5
CH 37 Europe/Zurich 0.56: Zurich 17, Geneva 9, Basel 8, Bern 6
BR 36 America/Sao_Paulo 0.18: São Paulo 17, Rio de Janeiro 9, Brasília 4, Salvador 3
PL 25 Europe/Warsaw 0.2: Warsaw 17, Kraków 8, Wrocław 7
PT 22 Europe/Lisbon 0.3: Lisbon 24, Porto 15, Braga 4
MX 18 America/Mexico_City 0.24: Mexico City 19, Guadalajara 7, Monterrey 7
IN 17 Asia/Kolkata 0.05: Mumbai 13, Delhi 12, Bengaluru 11, Hyderabad 6
CA 15 America/Toronto 0.6: Toronto 20, Montreal 13, Vancouver 9, London 2
JP 12 Asia/Tokyo 0.67: Tokyo 27, Osaka 11, Yokohama 6
AU 11 Australia/Sydney 0.58: Sydney 24, Melbourne 23, Brisbane 11
SE 9 Europe/Stockholm 0.53: Stockholm 25, Gothenburg 11, Malmö 6
AR 7 America/Argentina/Buenos_Aires 0.13: Buenos Aires 31, Córdoba 8
TR 6 Europe/Istanbul 0.19: Istanbul 31, Ankara 11
KR 4 Asia/Seoul 0.27: Seoul 32, Busan 8
ZA 4 Africa/Johannesburg 0.16: Johannesburg 21, Cape Town 18
Unknown 10 Europe/Berlin 0.4`;

export const countries: readonly Country[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [facts = "", names = ""] = line.split(": ");
    const [code = "", share, zone = "", iPhones] = facts.split(" ");
    const cities = [...names.matchAll(/([^,]+) (\d+)(?:, |$)/g)].map(
      ([, name = "", part]) => [name, Number(part)] as const,
    );
    return { code, share: Number(share), zone, iPhones: Number(iPhones), cities };
  });

/** What of a country's scans is in no city by name. */
export const placesOf = ({ cities }: Country): readonly (readonly [city: string, share: number])[] => {
  const named = cities.reduce((sum, [, share]) => sum + share, 0);
  return [...cities, [unknown, 100 - named]];
};

/** Who opens short URLs: a kind of browser in the versions that are about, with the real form of its user agent. */
interface Family {
  /** Among people with such a phone, or among all for the others. */
  share: number;
  on: "iPhone" | "Android" | "other";
  userAgents: readonly string[];
}

const iPhone = (system: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X)`;
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
/** Chrome names every Android phone like this, without the model. */
const android = "Mozilla/5.0 (Linux; Android 10; K)";

const chromes = ["147.0.0.0", "149.0.0.0", "151.0.0.0", "152.0.0.0", "153.0.0.0"];
const systems = ["17_6_1", "18_3_2", "18_5", "18_6_2"];
const safaris = { "17_6_1": "17.6", "18_3_2": "18.3.1", "18_5": "18.5", "18_6_2": "18.6" };
const galaxies = ["SM-A546B", "SM-S911B", "SM-G991B", "SM-A155F"];

function family<T>(
  share: number,
  on: Family["on"],
  versions: readonly T[],
  write: (version: T) => string,
): Family {
  return { share, on, userAgents: versions.map(write) };
}

export const families: readonly Family[] = [
  family(
    78,
    "iPhone",
    Object.entries(safaris),
    ([system, version]) => `${iPhone(system)} ${webKit} Version/${version} Mobile/15E148 Safari/604.1`,
  ),
  family(
    9,
    "iPhone",
    systems,
    (system) => `${iPhone(system)} ${webKit} CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1`,
  ),
  family(
    6,
    "iPhone",
    systems,
    (system) => `${iPhone(system)} ${webKit} GSA/389.0.823684549 Mobile/15E148 Safari/604.1`,
  ),
  family(
    5,
    "iPhone",
    systems,
    (system) =>
      `${iPhone(system)} ${webKit} Mobile/15E148 Instagram 403.0.0.30.78 (iPhone14,5; iOS ${system}; de_DE; de; scale=3.00; 1170x2532; 802387123)`,
  ),
  family(
    2,
    "iPhone",
    systems,
    (system) =>
      `${iPhone(system)} ${webKit} Mobile/22G86 [FBAN/FBIOS;FBAV/534.0.0.57.105;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBID/phone;FBLC/en_GB;FBOP/5]`,
  ),
  family(70, "Android", chromes, (version) => `${android} ${blink} Chrome/${version} Mobile Safari/537.36`),
  family(
    17,
    "Android",
    ["27.0", "28.0", "29.0"],
    (version) => `${android} ${blink} SamsungBrowser/${version} Chrome/144.0.0.0 Mobile Safari/537.36`,
  ),
  family(
    5,
    "Android",
    galaxies,
    (model) =>
      `Mozilla/5.0 (Linux; Android 14; ${model} Build/UP1A.231005.007; wv) ${blink} Version/4.0 Chrome/141.0.7390.122 Mobile Safari/537.36 Instagram 403.0.0.48.79 Android (34/14; 450dpi; 1080x2125; samsung; ${model}; de_DE; 803281)`,
  ),
  family(
    4,
    "Android",
    ["142.0", "143.0", "144.0"],
    (version) => `Mozilla/5.0 (Android 15; Mobile; rv:${version}) Gecko/${version} Firefox/${version}`,
  ),
  family(
    3,
    "Android",
    galaxies,
    (model) =>
      `Mozilla/5.0 (Linux; Android 14; ${model} Build/UP1A.231005.007; wv) ${blink} Version/4.0 Chrome/141.0.7390.122 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/535.0.0.49.72;]`,
  ),
  {
    share: 1,
    on: "Android",
    userAgents: [`${android} ${blink} Chrome/152.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0`],
  },
  family(2.6, "other", systems, (system) => {
    const version = safaris[system as keyof typeof safaris];
    return `Mozilla/5.0 (iPad; CPU OS ${system} like Mac OS X) ${webKit} Version/${version} Mobile/15E148 Safari/604.1`;
  }),
  family(
    0.9,
    "other",
    ["SM-X710", "SM-X210"],
    (model) =>
      `Mozilla/5.0 (Linux; Android 14; ${model}) ${blink} SamsungBrowser/28.0 Chrome/144.0.0.0 Safari/537.36`,
  ),
  family(
    2.3,
    "other",
    chromes,
    (version) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/${version} Safari/537.36`,
  ),
  family(
    1.1,
    "other",
    chromes,
    (version) =>
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/${version} Safari/537.36 Edg/${version}`,
  ),
  family(
    1.2,
    "other",
    ["17.6", "18.5", "18.6"],
    (version) =>
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/${version} Safari/605.1.15`,
  ),
  {
    share: 0.5,
    on: "other",
    userAgents: [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ],
  },
];

/** Shares of people without a phone are of all people, those of the others of the people with such a phone. */
export const withoutPhone = families
  .filter(({ on }) => on === "other")
  .reduce((sum, { share }) => sum + share, 0);

/** Calls that are no person's scans, of a hundred of them. */
export const machines: readonly { share: number; reason: Exclusion; userAgent: string }[] = [
  {
    share: 21,
    reason: "bot",
    userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  },
  {
    share: 12,
    reason: "bot",
    userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  },
  { share: 8, reason: "bot", userAgent: "curl/8.5.0" },
  { share: 6, reason: "bot", userAgent: "python-requests/2.32.3" },
  { share: 16, reason: "preview", userAgent: "WhatsApp/2.23.20.0" },
  {
    share: 9,
    reason: "preview",
    userAgent: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  },
  {
    share: 5,
    reason: "preview",
    userAgent: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  },
  { share: 4, reason: "preview", userAgent: "TelegramBot (like TwitterBot)" },
  { share: 8, reason: "prefetch", userAgent: `${android} ${blink} Chrome/153.0.0.0 Mobile Safari/537.36` },
  {
    share: 11,
    reason: "head",
    userAgent: "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  },
];

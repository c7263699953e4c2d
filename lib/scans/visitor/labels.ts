import { unknown } from "../visit";

/**
 * The labels of systems and browsers, each followed by other names under which the parser may give it. These are all
 * there are: the parser repeats parts of what it was sent, and what is charted must not be the sender's to choose.
 */
const systems = [
  ["Android", "android-x86"],
  ["iOS"],
  ["macOS", "mac os"],
  ["Windows"],
  ["Windows Phone", "windows phone os", "windows mobile"],
  ["Chrome OS", "chromium os", "cros"],
  ["Ubuntu", "kubuntu", "xubuntu", "lubuntu", "ubuntu touch"],
  ["Debian", "raspbian"],
  ["Fedora"],
  [
    "Linux",
    ...[
      "arch",
      "centos",
      "deepin",
      "elementary os",
      "gentoo",
      "gnu",
      "linpus",
      "linspire",
      "mageia",
      "mandriva",
    ],
    ...["manjaro", "mint", "opensuse", "pclinuxos", "red hat", "redhat", "sabayon", "slackware", "suse"],
    ...["vectorlinux", "zenwalk"],
  ],
  ["BSD", "freebsd", "netbsd", "openbsd", "dragonfly", "ghostbsd", "pc-bsd", "pcbsd"],
  ["Solaris", "opensolaris"],
  ["Haiku"],
  ["HarmonyOS", "openharmony"],
  ["Fuchsia"],
  ["KaiOS"],
  ["Sailfish"],
  ["Firefox OS"],
  ["BlackBerry", "rim tablet os", "qnx"],
  ["Symbian", "series40"],
  ["Bada"],
  ["MeeGo", "maemo"],
  ["Tizen"],
  ["webOS"],
  ["watchOS"],
  ["Chromecast"],
  ["PlayStation"],
  ["Nintendo"],
  ["Xbox"],
] as const;

const browsers = [
  ["Chrome", "chrome headless"],
  ["Safari", "mobile safari", "mobilesafari"],
  ["Firefox", "fennec", "mozilla", "firefox reality"],
  ["Firefox Focus", "klar"],
  ["Edge"],
  ["Samsung Internet"],
  ["Android Browser"],
  ["WebView", "chrome webview", "webkit", "khtml"],
  ["Google App", "gsa"],
  ["Opera", "opera mobi", "opera mobile", "opera tablet", "opera touch", "opera coast"],
  ["Opera Mini"],
  ["Opera GX"],
  ["Brave"],
  ["DuckDuckGo"],
  ["Vivaldi"],
  ["Chromium", "iron", "iridium"],
  ["Internet Explorer", "ie", "iemobile"],
  ["UC Browser", "ucbrowser"],
  ["MIUI Browser"],
  ["Huawei Browser"],
  ["Vivo Browser"],
  ["HeyTap Browser", "heytap"],
  ["Quark"],
  ["QQ Browser", "qqbrowser", "qqbrowserlite", "qq"],
  ["Baidu"],
  ["Sogou", "sogou explorer", "sogou mobile"],
  ["360 Browser", "360"],
  ["2345 Browser", "2345"],
  ["Maxthon"],
  ["Yandex Browser", "yandex"],
  ["Whale"],
  ["Naver"],
  ["Daum"],
  ["Coc Coc"],
  ["Silk"],
  ["Kindle"],
  ["Puffin"],
  ["Dolphin"],
  ["Oculus Browser"],
  ["Pico Browser"],
  ["Avast Secure Browser"],
  ["AVG Secure Browser"],
  ["Smart Lenovo Browser"],
  ["Epiphany"],
  ["Konqueror"],
  ["Falkon", "qupzilla"],
  ["Midori"],
  ["LibreWolf"],
  ["Waterfox"],
  ["Pale Moon", "palemoon"],
  ["SeaMonkey"],
  ["Tizen Browser", "tizenbrowser", "tizen browser"],
  ["KaiOS Browser", "kaiosbrowser"],
  ["Nokia Browser", "nokiabrowser", "nokia browser"],
  ["Sailfish Browser"],
  ["NetFront"],
  ["Tesla"],
  ["Electron"],
  ["Facebook"],
  ["Instagram"],
  ["Snapchat"],
  ["TikTok"],
  ["LinkedIn"],
  ["X", "twitter"],
  ["WeChat"],
  ["Weibo"],
  ["Alipay"],
  ["Line"],
  ["KakaoTalk", "kakaostory"],
  ["Klarna"],
] as const;

/** Apps that open links in a browser of their own, by what they add to its agent; ahead of what the parser says. */
const apps: readonly (readonly [label: string, mark: RegExp])[] = [
  ["Messenger", /\bFBAN\/Messenger|\bFB_IAB\/Orca|\bOrca-Android\b/],
  ["Threads", /\bBarcelona \d/],
  ["Instagram", /\bInstagram \d/],
  ["Facebook", /\bFBA[NV]\/|\bFB_IAB\//],
  ["WhatsApp", /\bWhatsApp\//],
  ["Telegram", /\bTelegram(?:-Android|-iOS|Bot-Android)?\/\d/],
  ["TikTok", /\bmusical_ly|\btrill_\d|\bBytedanceWebview\b|\bBytedance_?[Ww]ebview\b|\bTikTok\b/],
  ["Pinterest", /\[Pinterest\/|\bPinterest for (?:iOS|Android)/],
  ["Snapchat", /\bSnapchat\//],
  ["LinkedIn", /\[LinkedInApp\]|\bLinkedInApp\b/],
  ["Reddit", /\bReddit\/(?:Version|\d)/],
  ["Discord", /\bDiscord\/\d/],
  ["Viber", /\bViber\/\d/],
  ["Google App", /\bGSA\/\d/],
];

function indexLabels(table: readonly (readonly string[])[]): Map<string, string> {
  return new Map(
    table.flatMap(([label, ...names]) => [label!, ...names].map((name) => [name.toLowerCase(), label!])),
  );
}

const systemLabels = indexLabels(systems);
const browserLabels = indexLabels(browsers);

/** Everything that a visitor's `os` and `browser` can be. */
export const systemNames: ReadonlySet<string> = new Set([...systemLabels.values(), unknown]);
export const browserNames: ReadonlySet<string> = new Set([
  ...browserLabels.values(),
  ...apps.map(([label]) => label),
  unknown,
]);

/** Where an agent says no more of itself, its system tells what is held in a hand and what stands on a desk. */
export const phoneSystems: ReadonlySet<string> = new Set([
  ...["Android", "iOS", "HarmonyOS", "KaiOS", "Windows Phone", "BlackBerry", "Symbian", "Bada", "Sailfish"],
]);
export const desktopSystems: ReadonlySet<string> = new Set([
  ...["macOS", "Windows", "Chrome OS", "Ubuntu", "Debian", "Fedora", "Linux", "BSD", "Solaris", "Haiku"],
]);

export function labelSystem(name: string | undefined): string {
  return (name !== undefined && systemLabels.get(name.toLowerCase())) || unknown;
}

export function labelBrowser(name: string | undefined): string {
  return (name !== undefined && browserLabels.get(name.toLowerCase())) || unknown;
}

/** The app in whose own browser a link was opened, if it says so. */
export function findApp(agent: string): string | undefined {
  return apps.find(([, mark]) => mark.test(agent))?.[0];
}

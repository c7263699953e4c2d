import { unknown } from "./visit";

/**
 * The labels of systems and browsers, each followed by other names under which the parser may give it. These are all
 * there are: the parser repeats parts of what it was sent, and what is charted must not be the sender's to choose.
 */
function readLabels(table: string): Map<string, string> {
  const entries = table.split(";").map((entry) => entry.replace(/\s+/g, " ").trim());
  return new Map(
    entries.flatMap((entry) => {
      const [label = "", names] = entry.split(": ");
      return [label, ...(names?.split(", ") ?? [])].map((name) => [name.toLowerCase(), label] as const);
    }),
  );
}

export const systems = readLabels(`
  Android: android-x86; iOS; macOS: mac os; Windows; Windows Phone: windows phone os, windows mobile;
  Chrome OS: chromium os, cros; Ubuntu: kubuntu, xubuntu, lubuntu, ubuntu touch; Debian: raspbian; Fedora;
  Linux: arch, centos, deepin, elementary os, gentoo, gnu, linpus, linspire, mageia, mandriva, manjaro, mint,
  opensuse, pclinuxos, red hat, redhat, sabayon, slackware, suse, vectorlinux, zenwalk;
  BSD: freebsd, netbsd, openbsd, dragonfly, ghostbsd, pc-bsd, pcbsd; Solaris: opensolaris; Haiku;
  HarmonyOS: openharmony; Fuchsia; KaiOS; Sailfish; Firefox OS; BlackBerry: rim tablet os, qnx;
  Symbian: series40; Bada; MeeGo: maemo; Tizen; webOS; watchOS; Chromecast; PlayStation; Nintendo; Xbox`);

/** Everything that a visitor's `os` can be. */
export const systemNames: ReadonlySet<string> = new Set([...systems.values(), unknown]);

export const browsers = readLabels(`
  Chrome: chrome headless; Safari: mobile safari, mobilesafari; Firefox: fennec, mozilla, firefox reality;
  Firefox Focus: klar; Edge; Samsung Internet; Android Browser; WebView: chrome webview, webkit, khtml;
  Google App: gsa; Opera: opera mobi, opera mobile, opera tablet, opera touch, opera coast; Opera Mini; Opera GX;
  Brave; DuckDuckGo; Vivaldi; Chromium: iron, iridium; Internet Explorer: ie, iemobile; UC Browser: ucbrowser;
  MIUI Browser; Huawei Browser; Vivo Browser; HeyTap Browser: heytap; Quark;
  QQ Browser: qqbrowser, qqbrowserlite, qq; Baidu; Sogou: sogou explorer, sogou mobile; 360 Browser: 360;
  2345 Browser: 2345; Maxthon; Yandex Browser: yandex; Whale; Naver; Daum; Coc Coc; Silk; Kindle; Puffin;
  Dolphin; Oculus Browser; Pico Browser; Avast Secure Browser; AVG Secure Browser; Smart Lenovo Browser;
  Epiphany; Konqueror; Falkon: qupzilla; Midori; LibreWolf; Waterfox; Pale Moon: palemoon; SeaMonkey;
  Tizen Browser: tizenbrowser, tizen browser; KaiOS Browser: kaiosbrowser;
  Nokia Browser: nokiabrowser, nokia browser; Sailfish Browser; NetFront; Tesla; Electron; Facebook; Instagram;
  Snapchat; TikTok; LinkedIn; X: twitter; WeChat; Weibo; Alipay; Line; KakaoTalk: kakaostory; Klarna`);

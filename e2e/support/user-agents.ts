const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ipad = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
const pixel = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";
const galaxy = "Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko)";
const galaxyView =
  "Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36";
const mobileChrome = "Chrome/126.0.0.0 Mobile Safari/537.36";

/** Agents of people as they are met, each after its device, system and browser. */
export const people: [label: string, agent: string][] = [
  // Phones.
  ["Mobile iOS Safari", `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`],
  ["Mobile iOS Chrome", `${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ["Mobile iOS Firefox", `${iphone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  ["Mobile iOS Edge", `${iphone} Version/17.0 EdgiOS/126.0.2592.56 Mobile/15E148 Safari/605.1.15`],
  ["Mobile iOS DuckDuckGo", `${iphone} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`],
  ["Mobile iOS Opera", `${iphone} Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.7.0`],
  ["Mobile iOS Google App", `${iphone} GSA/323.0.647062479 Mobile/15E148 Safari/604.1`],
  ["Mobile iOS WebView", `${iphone} Mobile/15E148`],
  ["Mobile Android Chrome", `${pixel} ${mobileChrome}`],
  [
    "Mobile Android Chrome",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  ],
  ["Mobile Android Samsung Internet", `${galaxy} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`],
  ["Mobile Android Firefox", "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0"],
  ["Mobile Android Edge", `${pixel} ${mobileChrome} EdgA/126.0.2592.56`],
  ["Mobile Android Opera", `${pixel} ${mobileChrome} OPR/83.0.4388.80445`],
  [
    "Mobile Android Opera Mini",
    "Opera/9.80 (Android; Opera Mini/68.0.2254/191.282; U; en) Presto/2.12.423 Version/12.16",
  ],
  [
    "Mobile Android MIUI Browser",
    "Mozilla/5.0 (Linux; U; Android 13; en-gb; 2201117TG Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.8.0-gn",
  ],
  [
    "Mobile HarmonyOS Huawei Browser",
    "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.322) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36",
  ],
  [
    "Mobile Android UC Browser",
    "Mozilla/5.0 (Linux; U; Android 12; en-US; RMX3085 Build/SP1A.210812.016) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36",
  ],
  [
    "Mobile Android Chrome",
    "Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  ],
  ["Mobile KaiOS Firefox", "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5"],
  // Tablets. A new iPad says that it is a Macintosh, and nothing tells it from one.
  ["Tablet iOS Safari", `${ipad} Version/17.5 Mobile/15E148 Safari/604.1`],
  ["Tablet iOS Chrome", `${ipad} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  [
    "Tablet iOS Instagram",
    `${ipad} Mobile/21F79 Instagram 337.0.0.25.87 (iPad13,4; iPadOS 17_5; en_GB; en; scale=2.00; 750x1334; 614064327)`,
  ],
  ["Desktop macOS Safari", `${mac} Version/17.5 Safari/605.1.15`],
  [
    "Tablet Android Chrome",
    "Mozilla/5.0 (Linux; Android 13; SM-X906B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  ["Tablet Android Firefox", "Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0"],
  [
    "Tablet Android Silk",
    "Mozilla/5.0 (Linux; Android 11; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/126.2.1 like Chrome/126.0.6478.71 Safari/537.36",
  ],
  // Browsers within apps: a person has tapped.
  [
    "Mobile iOS Instagram",
    `${iphone} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5_1; en_US; en; scale=3.00; 1290x2796; 614064327)`,
  ],
  [
    "Mobile Android Instagram",
    `${galaxyView} Instagram 334.0.0.42.95 Android (33/13; 450dpi; 1080x2177; samsung; SM-A536B; a53x; s5e8825; en_GB; 606321574)`,
  ],
  [
    "Mobile iOS Facebook",
    `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.37.71;FBBV/610000000;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
  ],
  ["Mobile Android Facebook", `${galaxyView} [FB_IAB/FB4A;FBAV/468.0.0.55.76;IABMV/1;]`],
  [
    "Mobile iOS Messenger",
    `${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/461.0.0.32.109;FBBV/606000000;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3]`,
  ],
  ["Mobile Android Messenger", `${galaxyView} [FB_IAB/Orca-Android;FBAV/461.0.0.48.109;]`],
  ["Mobile Android WhatsApp", `${galaxyView} WhatsApp/2.24.12.78 A`],
  ["Mobile iOS WhatsApp", `${iphone} Mobile/15E148 WhatsApp/2.24.12.75`],
  ["Mobile iOS WeChat", `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x1800312d) NetType/WIFI Language/en`],
  [
    "Mobile Android WeChat",
    "Mozilla/5.0 (Linux; Android 13; V2229A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MMWEBID/98 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64",
  ],
  ["Mobile iOS Line", `${iphone} Mobile/15E148 Safari Line/14.9.0`],
  ["Mobile Android Line", `${galaxyView} Line/14.9.0/IAB`],
  [
    "Mobile iOS TikTok",
    `${iphone} Mobile/15E148 musical_ly_35.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US isDarkMode/0 WKWebView/1`,
  ],
  [
    "Mobile Android TikTok",
    `${galaxyView} trill_350103 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/35.1.3 ByteLocale/en-GB BytedanceWebview/d8a21c6`,
  ],
  ["Mobile iOS Snapchat", `${iphone} Mobile/15E148 Snapchat/12.92.0.43 (like Safari/8617.2.4.10.8, panda)`],
  [
    "Mobile Android Snapchat",
    "Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Snapchat/12.92.0.40 (SM-S918B; Android 13#S918B; gzip; V/MUSHROOM)",
  ],
  ["Mobile iOS Pinterest", `${iphone} Mobile/15E148 [Pinterest/iOS]`],
  ["Mobile Android Pinterest", `${galaxyView} [Pinterest/Android]`],
  ["Mobile iOS LinkedIn", `${iphone} Mobile/15E148 [LinkedInApp]/9.29.6458`],
  ["Mobile iOS X", `${iphone} Mobile/15E148 Safari/604.1 Twitter for iPhone/10.47`],
  ["Mobile Android X", `${galaxyView} TwitterAndroid`],
  [
    "Mobile Android Telegram",
    `${pixel} ${mobileChrome} Telegram-Android/10.14.0 (Google Pixel 8; Android 14; SDK 34; HIGH)`,
  ],
  [
    "Mobile iOS Threads",
    `${iphone} Mobile/15E148 Barcelona 334.0.0.28.107 (iPhone15,3; iOS 17_5_1; en_GB; en; scale=3.00; 1290x2796; 606000000)`,
  ],
  ["Mobile iOS KakaoTalk", `${iphone} Mobile/15E148 KAKAOTALK 10.8.3`],
  ["Mobile iOS Reddit", `${iphone} Mobile/15E148 Reddit/Version 2024.24.0/Build 614000/iOS Version 17.5.1`],
  ["Mobile Android Google App", `${galaxyView} GSA/15.22.34.29.arm64`],
  ["Mobile Android WebView", galaxyView],
  // Computers.
  ["Desktop Windows Chrome", `${windows} Chrome/126.0.0.0 Safari/537.36`],
  ["Desktop Windows Edge", `${windows} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`],
  [
    "Desktop Windows Firefox",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0",
  ],
  ["Desktop Windows Opera", `${windows} Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0`],
  ["Desktop Windows Vivaldi", `${windows} Chrome/124.0.0.0 Safari/537.36 Vivaldi/6.7.3329.41`],
  [
    "Desktop Windows Internet Explorer",
    "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
  ],
  [
    "Desktop Windows Electron",
    `${windows} Slack/4.38.125 Chrome/124.0.6367.207 Electron/30.0.8 Safari/537.36`,
  ],
  [
    "Desktop macOS Chrome",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  [
    "Desktop macOS Firefox",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0",
  ],
  ["Desktop Linux Chrome", `${linux} Chrome/126.0.0.0 Safari/537.36`],
  [
    "Desktop Ubuntu Firefox",
    "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
  ],
  [
    "Desktop Chrome OS Chrome",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  ],
  // What is neither held nor stands on a desk.
  [
    "Unknown Tizen Samsung Internet",
    "Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/5.0 Chrome/94.0.4606.31 TV Safari/537.36",
  ],
  [
    "Unknown PlayStation WebView",
    "Mozilla/5.0 (PlayStation; PlayStation 5/9.20) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  ],
];

/** Who looks at a link for a chat or a feed. */
export const previews = [
  "WhatsApp/2.23.20.0",
  "WhatsApp/2.24.12.78 A",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "Twitterbot/1.0",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Slack-ImgProxy (+https://api.slack.com/robots)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "TelegramBot (like TwitterBot)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  "http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/) Bot",
  "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/)",
  "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
  "facebookexternalhit/1.1;line-poker/1.0",
  "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
  "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots",
  "Pinterest/0.2 (+https://www.pinterest.com/bot.html)",
  "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
  "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
  "Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.0 Google (+https://developers.google.com/+/web/snippet/)",
  "Viber/13.3.0.5",
];

/** Programs. */
export const bots = [
  "",
  "Mozilla/5.0",
  "curl/8.5.0",
  "Wget/1.21.4",
  "python-requests/2.32.3",
  "Go-http-client/2.0",
  "okhttp/4.12.0",
  "axios/1.7.2",
  "node",
  "Java/17.0.11",
  "Apache-HttpClient/4.5.14 (Java/17.0.11)",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.61 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
  `${linux} HeadlessChrome/126.0.0.0 Safari/537.36`,
  "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "kube-probe/1.30",
];

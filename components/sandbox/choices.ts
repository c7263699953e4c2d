/** Browsers that made-up scans can come from; each sends what the real one does. */
export const visitors = [
  {
    value: "iphone",
    name: "iPhone, Safari",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  },
  {
    value: "android",
    name: "Android phone, Chrome",
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
  },
  {
    value: "ipad",
    name: "iPad, Safari",
    userAgent:
      "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  },
  {
    value: "windows",
    name: "Windows, Edge",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0",
  },
  {
    value: "mac",
    name: "Mac, Firefox",
    userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:139.0) Gecko/20100101 Firefox/139.0",
  },
  {
    value: "bot",
    name: "A bot (not counted)",
    userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  },
] as const;

const hourMs = 3_600_000;

export const moments = [
  { value: "now", name: "Now", agoMs: 0 },
  { value: "hour", name: "An hour ago", agoMs: hourMs },
  { value: "day", name: "A day ago", agoMs: 24 * hourMs },
  { value: "week", name: "A week ago", agoMs: 7 * 24 * hourMs },
  { value: "month", name: "30 days ago", agoMs: 30 * 24 * hourMs },
] as const;

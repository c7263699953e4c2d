/**
 * Who fetches a link to show what is behind it in a chat or a feed: nobody has scanned or tapped it yet. An app's own
 * browser bears the app's name, too, but in the middle of a browser's agent; so a name that both have is looked for at the
 * start alone.
 */
const marks = [
  // iMessage calls itself by Facebook's and Twitter's names; so do LINE (line-poker) and KakaoTalk (kakaotalk-scrap).
  /\bfacebookexternalhit\b|\bFacebot\b|\bfacebookcatalog\b|\bmeta-externalfetcher\b/i,
  // Signal fetches under WhatsApp's name.
  /^WhatsApp\b/i,
  /\bTwitterbot\b/i,
  /\bSlackbot|\bSlack-ImgProxy\b/i,
  /\bDiscordbot\b/i,
  /\bTelegramBot\b(?!-Android)/i,
  /\bLinkedInBot\b/i,
  /\bSkypeUriPreview\b|skype-url-preview/i,
  /\bMicrosoftPreview\b|\bTeamsBot\b/i,
  /\bkakaotalk-scrap\b|\bline-poker\b/i,
  /^Viber\b|\bViberbot\b/i,
  /^Snap(?:chat)? URL Preview|\bSnap URL Preview Service\b/i,
  /^Pinterest\/\d|\bPinterestbot\b/i,
  /\bRedditbot\b/i,
  /\bBluesky Cardyb\b/i,
  /\bMastodon\/\d|\bPleroma\b|\bAkkoma\b|\bMisskey\/|\bLemmy\/|\bFriendica\b|\bgotosocial\b|\bPeerTube\//i,
  /\bvkShare\b|\bOdklBot\b/i,
  /^Tumblr\/|\bFlipboard(?:Proxy|RSS)\b/i,
  /\bEmbedly\b|\bIframely\b|\bOpengraph(?:\.io)?\b|\bmetainspector\b|\bunfurl/i,
  /\bMattermost-?Bot\b|\bRocket\.Chat\b|\bSynapse\b.*\bbot\b|\bZulip URL\b|\bNextcloud Server Crawler\b/i,
  // Google's messengers.
  /\bGoogle \(\+https:\/\/developers\.google\.com\/\+\/web\/snippet|\bGoogleMessages?\b/i,
  /\bXING-contenttabreceiver\b|\bYahoo Link Preview\b|\bQuora Link Preview\b|\bWhatsAppBot\b/i,
  /\b(?:link|url)[- ]?preview(?:er|bot)?\b/i,
];

/** One expression for all: it is tried on every new agent. */
const pattern = new RegExp(marks.map(({ source }) => source).join("|"), "i");

export function isPreview(agent: string): boolean {
  return pattern.test(agent);
}

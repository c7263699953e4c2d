import { copyText } from "../../qr-builder/files/clipboard";
import { say } from "../../ui/say";

/** Copies what a dynamic code holds, and says so; where a page shows several codes, of which. */
export async function copyShortLink(shortUrl: string, name?: string): Promise<void> {
  const of = name === undefined ? "" : ` of “${name}”`;
  await copyText(shortUrl).then(
    () => say.done(`The short link${of} is copied.`),
    () => say.fault(`This browser doesn't let pages copy. The link is ${shortUrl}`),
  );
}

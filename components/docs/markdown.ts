import Link from "next/link";
import {
  Children,
  type ComponentProps,
  createElement,
  Fragment,
  isValidElement,
  type ReactNode,
} from "react";
import { CodeBlock, CodeChoice } from "./code-block";
import { CopyButton } from "./copy-button";
import { DocsPage, Words } from "./docs-page";

/** A page of the documentation as text. */
interface MarkdownPage {
  title: string;
  /** Its first paragraph, which says what the page is about. */
  lead: string;
  /** The whole page, title and lead included, with a line break at the end. */
  text: string;
}

/**
 * A page of the documentation as Markdown (CommonMark), from the same components as the page in a browser. Links to other
 * pages of the documentation lead to their Markdown.
 *
 * @param page what the page's component returns, a `DocsPage`.
 * @param baseUrl of the service: every link is absolute, since the text is read elsewhere.
 */
export async function writeMarkdown(page: ReactNode, baseUrl: string): Promise<MarkdownPage> {
  if (!isValidElement<ComponentProps<typeof DocsPage>>(page) || page.type !== DocsPage)
    throw new Error("A page of the documentation must return a DocsPage");
  const { title, children } = page.props;
  const lead = writeInline(await expand(page.props.lead), baseUrl);
  const blocks = writeBlocks(await expand(children), baseUrl);
  return { title, lead, text: `${[`# ${title}`, lead, ...blocks].join("\n\n")}\n` };
}

interface Element {
  tag: string;
  props: Props;
  parts: Part[];
}
type Part = string | Element;
type Props = Record<string, unknown> & { children?: ReactNode };

/** Calls components until only HTML elements and texts are left. */
async function expand(node: ReactNode): Promise<Part[]> {
  const parts: Part[] = [];
  for (const child of Children.toArray(node)) {
    if (isValidElement<Props>(child)) parts.push(...(await expandElement(child.type, child.props)));
    else parts.push(String(child));
  }
  return parts;
}

async function expandElement(type: unknown, props: Props): Promise<Part[]> {
  if (type === CopyButton) return [];
  if (type === Fragment) return expand(props.children);
  if (type === CodeChoice) return expandChoice(props as unknown as ComponentProps<typeof CodeChoice>);
  const tag = type === Link ? "a" : type;
  if (typeof tag === "string") return [{ tag, props, parts: await expand(props.children) }];
  if (typeof type !== "function") throw new Error("Only components of the server can be written as Markdown");
  return expand(await type(props));
}

/** All of them, each under its name: a text has nothing to choose with. */
function expandChoice({ choices }: ComponentProps<typeof CodeChoice>): Promise<Part[]> {
  const all = choices.flatMap(({ name, note, block }) => [
    createElement("p", null, createElement("strong", null, name)),
    note === undefined ? null : createElement("p", null, createElement(Words, { text: note })),
    createElement(CodeBlock, block),
  ]);
  return expand(createElement(Fragment, null, ...all));
}

const blockTags = new Set(
  "article dd div dl dt figcaption figure h2 h3 h4 header li nav ol p pre section ul".split(" "),
);

const isBlock = (part: Part): part is Element => typeof part !== "string" && blockTags.has(part.tag);

/** Blocks of Markdown without the blank lines between them; texts side by side are one paragraph. */
function writeBlocks(parts: readonly Part[], baseUrl: string): string[] {
  const blocks: string[] = [];
  let line: Part[] = [];
  const endLine = () => {
    const text = writeInline(line, baseUrl);
    if (text !== "") blocks.push(text);
    line = [];
  };
  for (const part of parts) {
    if (!isBlock(part)) {
      line.push(part);
      continue;
    }
    endLine();
    blocks.push(...writeBlock(part, baseUrl).filter((block) => block !== ""));
  }
  endLine();
  return blocks;
}

function writeBlock({ tag, parts }: Element, baseUrl: string): string[] {
  const heading = /^h([2-4])$/.exec(tag)?.[1];
  if (heading !== undefined) return [`${"#".repeat(Number(heading))} ${writeInline(parts, baseUrl)}`];
  if (tag === "pre") return [writeFence(parts)];
  if (tag === "figcaption") return [`${writeInline(parts, baseUrl)}:`];
  if (tag === "dl") return [writeTerms(parts, baseUrl)];
  if (tag !== "ul" && tag !== "ol") return writeBlocks(parts, baseUrl);
  const items = parts.filter((part) => typeof part !== "string");
  const lines = items.map((item, at) => `${tag === "ol" ? `${at + 1}.` : "-"} ${writeCell(item, baseUrl)}`);
  return [lines.join("\n")];
}

function writeFence(parts: readonly Part[]): string {
  const [code] = parts;
  const language = typeof code === "object" ? String(code.props["data-language"] ?? "") : "";
  const text = readText(parts).replace(/\n+$/, "");
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language === "text" ? "" : language}\n${text}\n${fence}`;
}

/** The `dt` and `dd` of a list, which may stand in a `div` for each line. */
function listTerms(parts: readonly Part[]): Element[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    return part.tag === "dt" || part.tag === "dd" ? [part] : listTerms(part.parts);
  });
}

/** An item for each name, with what is said of it in the same line. */
function writeTerms(parts: readonly Part[], baseUrl: string): string {
  const items: string[][] = [];
  for (const term of listTerms(parts)) {
    const text = writeCell(term, baseUrl);
    if (term.tag === "dt") items.push([text]);
    else if (text !== "") items.at(-1)?.push(text);
  }
  return items
    .map(([name, ...facts]) => `- ${[name, facts.join(" ")].filter(Boolean).join(": ")}`)
    .join("\n");
}

/** What a style sheet sets apart in a line, such as a name and its type, has a space between. */
function writeCell({ parts }: Element, baseUrl: string): string {
  return parts
    .map((part) => writeInline([part], baseUrl, false))
    .reduce((before, next) => (isJoined(before, next) ? before + next : `${before} ${next}`), "")
    .replace(/\s+/g, " ")
    .trim();
}

const isJoined = (before: string, next: string) =>
  /(?:^|[\s([“])$/.test(before) || /^(?:[\s.,;:!?)\]”]|$)/.test(next);

function writeInline(parts: readonly Part[], baseUrl: string, isTrimmed = true): string {
  const text = parts
    .map((part, at) => {
      const gap = typeof part === "object" && typeof parts[at - 1] === "object" ? " " : "";
      return gap + (typeof part === "string" ? escapeText(part) : writeElement(part, baseUrl));
    })
    .join("")
    .replace(/\s+/g, " ");
  return isTrimmed ? text.trim() : text;
}

function writeElement({ tag, props, parts }: Element, baseUrl: string): string {
  if (tag === "code") return writeCode(readText(parts));
  const text = writeInline(parts, baseUrl, false);
  if (tag === "strong" || tag === "em") return text.trim() === "" ? "" : `**${text.trim()}**`;
  if (tag === "br") return " ";
  // A link within its page has nothing to lead to here.
  const { href } = props;
  return tag !== "a" || typeof href !== "string" || href.startsWith("#")
    ? text
    : `[${text.trim()}](${writeHref(href, baseUrl)})`;
}

/** `/docs/errors#gone` → `<base>/docs/errors.md#gone`; addresses outside stay as they are. */
function writeHref(href: string, baseUrl: string): string {
  if (!href.startsWith("/")) return href;
  return baseUrl + href.replace(/^(\/docs(?:\/[^#?]*)?)(?=[#?]|$)/, "$1.md");
}

function writeCode(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

const longestTicks = (text: string) =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));

function readText(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : readText(part.parts))).join("");
}

const escapeText = (text: string) => text.replace(/[\\*<>[\]]/g, "\\$&");

import {
  BookOpen,
  Braces,
  Copy,
  Download,
  House,
  ListChecks,
  LogOut,
  type LucideProps,
  Moon,
  Pencil,
  Plus,
  Sun,
} from "lucide-react";
import type { ComponentType } from "react";
import type { FoundCode } from "@/lib/codes/schema";
import { contentTypes } from "@/lib/content/schema";
import { hasBulk, hasDashboard, namePlanWith, type Plan } from "@/lib/plans";
import { askForSelecting } from "../codes/actions";
import { pictureUrl, saveFile } from "../codes/code-thumb";
import { typeNames } from "../codes/type-names";
import { pagesOf, type Standing } from "../shell/nav/places";
import { copyShortLink } from "../ui/copy-or-save";
import type { Answer } from "../ui/form/answer";

export interface Command {
  id: string;
  name: string;
  Icon: ComponentType<LucideProps>;
  /** Where it leads; else what it does. */
  href?: string;
  run?: () => void;
  also?: string;
  keyName?: string;
  isUsual?: boolean;
}

export function listPages(standing: Standing, words: string): Command[] {
  const own = pagesOf(standing).map(({ href, name, Icon }) => ({
    id: href,
    name,
    Icon,
    href,
    isUsual: true,
    also: pageWords[href] ?? "",
  }));
  const others: Command[] = [
    { id: "/docs", name: "Docs", Icon: BookOpen, href: "/docs", also: "help documentation guide" },
    { id: "/docs/api", name: "API reference", Icon: Braces, href: "/docs/api", also: "docs endpoints" },
    { id: "/", name: "Home page", Icon: House, href: "/", also: "start generator" },
  ];
  return filterCommands([...own, ...others], words);
}

const pageWords: Record<string, string> = {
  "/codes": "qr gallery table all",
  "/analytics": "scans statistics charts live visitors",
  "/bulk": "import csv spreadsheet many labels zip print",
  "/domains": "own custom host dns txt cname short links verify",
  "/api-keys": "api token developer",
  "/webhooks": "events endpoint callback signature secret",
  "/deliveries": "webhook log replay retry events",
  "/usage": "requests limit rate hour calls",
  "/sandbox": "test try environment scans",
  "/mcp": "agent claude cursor assistant model context protocol",
  "/admin": "operator accounts plans requests reports suspend health",
  "/plan": "quota limits upgrade usage price",
  "/settings": "settings profile password sessions email name delete two-factor export",
  "/support": "help ask contact question",
};

interface Doings {
  plan: Plan;
  isDark: boolean;
  setTheme: (theme: string) => void;
  signOut: () => void;
}

export function listDoings({ plan, isDark, setTheme, signOut }: Doings, words: string): Command[] {
  const making: Command[] = contentTypes.map((type) => ({
    id: `new-${type}`,
    name: `New code: ${typeNames[type]}`,
    Icon: Plus,
    href: `/codes/new?type=${type}`,
    also: `create make qr ${type}`,
  }));
  const all: Command[] = [
    { id: "new", name: "New code", Icon: Plus, href: "/codes/new", also: "create make qr", isUsual: true },
    ...making,
    choosing(plan),
  ];
  const own: Command[] = [
    {
      id: "theme",
      name: isDark ? "Change to light" : "Change to dark",
      Icon: isDark ? Sun : Moon,
      run: () => setTheme(isDark ? "light" : "dark"),
      also: "theme appearance colours mode",
      isUsual: true,
    },
    { id: "sign-out", name: "Sign out", Icon: LogOut, run: signOut, also: "log out leave" },
  ];
  return filterCommands([...(hasDashboard(plan) ? all : []), ...own], words);
}

/** Choosing many codes, on their page; a plan without it is told which one has it. */
function choosing(plan: Plan): Command {
  const also = "select many bulk all at once edit delete choose";
  if (hasBulk(plan)) {
    return {
      id: "select",
      name: "Select codes",
      Icon: ListChecks,
      href: "/codes",
      run: askForSelecting,
      also,
    };
  }
  const name = `Change many codes at once, with ${namePlanWith(({ bulk }) => bulk)}`;
  return { id: "select", name, Icon: ListChecks, href: "/plan", also };
}

export function listCodeDoings(code: FoundCode): Command[] {
  const { id, name, shortUrl } = code;
  const copy: Command = {
    id: "copy-link",
    name: `Copy link of ${name}`,
    Icon: Copy,
    keyName: "↵",
    run: () => void copyShortLink(shortUrl ?? "", name),
  };
  return [
    ...(shortUrl === null ? [] : [copy]),
    {
      id: "download",
      name: `Download ${name}`,
      Icon: Download,
      keyName: "D",
      run: () => saveFile(pictureUrl(code, { download: true })),
    },
    { id: "edit", name: `Edit ${name}`, Icon: Pencil, keyName: "E", href: `/codes/${id}/edit` },
  ];
}

function filterCommands(commands: readonly Command[], words: string): Command[] {
  if (words === "") return commands.filter(({ isUsual }) => isUsual === true);
  return commands.filter(({ name, also = "" }) => holdsWords(`${name} ${also}`, words));
}

export type SearchPlace = "names" | "targets";

export type FindCodes = (words: string, place: SearchPlace) => Promise<Answer<FoundCode[]>>;

export function holdsWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

export interface PaletteMeans {
  standing: Standing;
  findCodes: FindCodes;
  signOut: () => Promise<void>;
}

export interface PaletteProps extends PaletteMeans {
  isOpen: boolean;
  onClose: () => void;
}

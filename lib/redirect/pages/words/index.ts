import type { Language } from "@/lib/platform/language";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";
import type { Words } from "./schema";

export type { Message, Words } from "./schema";

export const wordsOf: Record<Language, Words> = { en, de, fr, es, pt };

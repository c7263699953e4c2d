import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

export type { ReportWords } from "./schema";

export const reportWords = { en, de, fr, es, pt };

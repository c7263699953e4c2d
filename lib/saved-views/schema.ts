import { z } from "zod";
import { plainText } from "@/lib/platform/schema-fields";

/** Views that a user saves at most, over all pages. */
export const maxViews = 50;

const nameField = plainText({ max: 60 }).trim().min(1);
const queryField = plainText({ max: 4_000 });

/** Pages of which a view can be saved. */
export const viewPageSchema = z.enum(["codes", "analytics"]);
export type ViewPage = z.infer<typeof viewPageSchema>;

export const newViewSchema = z.object({ page: viewPageSchema, name: nameField, query: queryField });
export type NewView = z.infer<typeof newViewSchema>;

export const viewNameSchema = z.object({ name: nameField });
export const viewQuerySchema = z.object({ query: queryField });

/** A page as a user saved it. */
export interface SavedView {
  id: string;
  name: string;
  /** The query of the page's address, without its question mark. */
  query: string;
}

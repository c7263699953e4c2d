import { z } from "zod";
import { lookSchema, utmParameter } from "@/lib/codes/schema";
import { plainText } from "@/lib/platform/schema-fields";
import type { Settings } from "@/lib/qr/schema";
import { type Utm, utmNames } from "@/lib/routes";

/** Looks that an account keeps at most. */
export const maxPresets = 20;

const nameField = plainText({ min: 1, max: 60 });

/** A look to keep for later codes; a size in it is left out. */
export const newPresetSchema = z.object({ name: nameField, settings: lookSchema.omit({ size: true }) });
export type NewPreset = z.infer<typeof newPresetSchema>;

export const presetNameSchema = z.object({ name: nameField });

/** Sets of campaign parameters that an account keeps at most. */
export const maxUtmPresets = 50;

const utmFields = Object.fromEntries(utmNames.map((name) => [name, utmParameter.optional()]));

/** Campaign parameters to keep for other codes, at least one. */
export const newUtmPresetSchema = z.object({
  name: nameField,
  utm: z.strictObject(utmFields).refine((utm) => Object.values(utm).some((value) => value !== undefined), {
    message: "needs at least one parameter",
    params: { code: "required" },
  }),
});
export type NewUtmPreset = z.infer<typeof newUtmPresetSchema>;

export interface UtmPreset {
  id: string;
  name: string;
  utm: Utm;
}

/** A look that an account keeps, as a list holds it. */
export interface ListedPreset {
  id: string;
  name: string;
  /**
   * As of a code, without a size; a logo without its picture, which may have half a megabyte. Pixels of frame and logo may
   * be too many for a small code.
   */
  settings: Settings;
}

/** The same whole: a logo with its picture. */
export interface Preset extends ListedPreset {}

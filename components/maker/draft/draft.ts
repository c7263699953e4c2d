import type { ContentType } from "@/lib/content/schema";
import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";
import { type ContentFields, emptyFields } from "./fields";

export type Tab = ContentType;

export interface Logo {
  name: string;
  dataUrl: string;
}

/** The look as it stands in the controls: colours and numbers as typed, empty where the default is meant. */
export interface Look {
  dark: string;
  light: string;
  modules: ModuleShape;
  eyes: EyeShape;
  eyeColour: string;
  frame: FrameStyle;
  frameColour: string;
  frameSize: string;
  logo: Logo | null;
  logoSize: string;
  size: string;
  level: ErrorCorrectionLevel;
  quietZone: string;
  transparent: boolean;
}

/** Everything that is entered of a code: what it holds, each kind remembering its own, and what it looks like. */
export interface Draft extends ContentFields {
  tab: Tab;
  look: Look;
}

export const plainLook: Look = {
  dark: "#000000",
  light: "#FFFFFF",
  modules: "square",
  eyes: "square",
  eyeColour: "",
  frame: "square",
  frameColour: "",
  frameSize: "",
  logo: null,
  logoSize: "",
  size: "",
  level: "M",
  quietZone: "",
  transparent: false,
};

/** @param address shown at first, so that the sheet is never empty. */
export function startDraft(address: string, tab: Tab = "url"): Draft {
  return { ...emptyFields, tab, url: address, look: plainLook };
}

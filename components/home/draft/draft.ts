import type { ErrorCorrectionLevel, EyeShape, FrameStyle, ModuleShape } from "@/lib/qr/schema";

export type Tab = "url" | "wifi" | "contact" | "text";

export interface WifiFields {
  ssid: string;
  password: string;
  security: "WPA" | "WEP" | "nopass";
  hidden: boolean;
}

export const contactKeys = [
  "firstName",
  "lastName",
  "organization",
  "title",
  "phone",
  "email",
  "url",
  "address",
  "note",
] as const;
export type ContactFields = Record<(typeof contactKeys)[number], string>;

export interface Logo {
  name: string;
  dataUrl: string;
  /** Pixels of the picture itself. */
  width: number;
  height: number;
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

/** Everything the visitor has entered. It stays in the tab (see use-draft.ts). */
export interface Draft {
  tab: Tab;
  url: string;
  text: string;
  wifi: WifiFields;
  contact: ContactFields;
  look: Look;
}

const plainLook: Look = {
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
export function startDraft(address: string): Draft {
  return {
    tab: "url",
    url: address,
    text: "",
    wifi: { ssid: "", password: "", security: "WPA", hidden: false },
    contact: {
      firstName: "",
      lastName: "",
      organization: "",
      title: "",
      phone: "",
      email: "",
      url: "",
      address: "",
      note: "",
    },
    look: plainLook,
  };
}

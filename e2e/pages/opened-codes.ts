import type { ContentType } from "@/lib/content/schema";
import { callV1, newAccount, newKey } from "../support/accounts";

/** An account's codes as visitors open them. */
export async function withCodes() {
  const account = await newAccount("pro");
  const { apiKey } = await newKey(account);

  /** Makes a dynamic code and returns its path. */
  async function make(type: ContentType, content: unknown, settings?: object): Promise<string> {
    const body = {
      name: `Internal ${type}`,
      type,
      content: typeof content === "string" ? content : JSON.stringify(content),
      isDynamic: true,
      ...(settings === undefined ? {} : { settings }),
    };
    const { status, json, text } = await callV1(apiKey, "POST", "/qr-codes", { body });
    if (status !== 201) throw new Error(text);
    return new URL(String(json.shortUrl)).pathname;
  }

  return { account, apiKey, make };
}

/** A card with all there can be on one, with long German words in it. */
export const longCard = {
  firstName: "Marguerite",
  lastName: "Oyelaran-Schwarzenbacher",
  organization: "Halden Werkzeugmaschinenbaugesellschaft mbH & Co. KG",
  title: "Leiterin der Qualitätssicherungsabteilung",
  phones: [
    { type: "cell", number: "+49 171 5550199" },
    { type: "work", number: "+49 30 5550100" },
  ],
  emails: ["marguerite.oyelaran-schwarzenbacher@halden-werkzeugmaschinenbaugesellschaft.example"],
  url: "https://halden.example/team/marguerite-oyelaran-schwarzenbacher?source=business-card",
  address: { street: "Sonnenallee 211a", city: "Berlin", postalCode: "12059", country: "Deutschland" },
  birthday: "1985-04-12",
  note: "Erreichbar Mo–Fr.\nMehr auf https://halden.example/kontakt.",
};

export const network = {
  ssid: "FRITZ!Box 7590 XY Gäste-Netz",
  password: 'x;y:z,\\"1234567890-und-so-weiter',
  hidden: true,
};

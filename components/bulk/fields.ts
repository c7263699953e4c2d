import type { ContentType } from "@/lib/content/schema";
import { contactKeys } from "../qr-builder/draft/draft";

/** What a column of a file can be. The first four are a row's own; of the others its content is put together. */
export const fieldNames = {
  name: "Name",
  type: "Type",
  content: "Content",
  kind: "Kind",
  ssid: "Network name",
  password: "Password",
  security: "Security",
  firstName: "First name",
  lastName: "Last name",
  organization: "Organisation",
  title: "Job title",
  phone: "Phone",
  email: "Email address",
  url: "Web page",
  address: "Postal address",
  note: "Note",
  subject: "Subject",
  message: "Message",
  tags: "Tags",
  codeNote: "Note on the code",
  archived: "Archived",
  publicImage: "Public image",
  slug: "Slug",
  domain: "Domain",
  routes: "Rules",
  utm: "Campaign parameters",
  passQuery: "Passes the query",
  appendScanId: "Adds the scan ID",
} as const;

export type Field = keyof typeof fieldNames;

const person: readonly Field[] = contactKeys;

export const partsOf: Record<ContentType, readonly Field[]> = {
  url: ["url"],
  text: ["message", "note"],
  wifi: ["ssid", "password", "security"],
  contact: person,
  vcard: person,
  email: ["email", "subject", "message"],
  sms: ["phone", "message"],
};

export const fieldGroups: readonly { name: string; fields: readonly Field[] }[] = [
  {
    name: "All codes",
    fields: [
      "name",
      "type",
      "content",
      "kind",
      "tags",
      "codeNote",
      "archived",
      "publicImage",
      "slug",
      "domain",
    ],
  },
  {
    name: "Dynamic codes",
    fields: ["routes", "utm", "passQuery", "appendScanId"],
  },
  { name: "Wi-Fi", fields: partsOf.wifi },
  { name: "Contact and vCard", fields: person },
  { name: "Email and SMS", fields: ["subject", "message"] },
];

const words = (list: string): readonly string[] => list.split(" ");

const headings: Record<Field, readonly string[]> = {
  name: words(
    "name title label bezeichnung benennung titel nom libelle titre nombre etiqueta titulo code codename tisch table",
  ),
  type: words("type typ art kategorie category categorie tipo sorte inhaltstyp contenttype qrtype"),
  content: words(
    "content contents inhalt ziel target destination data daten value wert contenu cible donnees contenido destino url link adresse address webaddress lien enlace href website webadresse direccion payload",
  ),
  kind: words("kind dynamic dynamisch isdynamic dynamique dinamico modus mode statisch static"),
  ssid: words(
    "ssid network netz netzwerk netzwerkname networkname wlan wlanname wifi wifiname reseau red nomdureseau",
  ),
  password: words(
    "password passwort kennwort pass key schlussel motdepasse mdp contrasena clave wifipassword wlanpasswort",
  ),
  security: words(
    "security sicherheit encryption verschlusselung securite seguridad chiffrement cifrado auth",
  ),
  firstName: words("firstname first vorname givenname prenom nombredepila"),
  lastName: words("lastname last surname nachname familienname familyname nomdefamille apellido apellidos"),
  organization: words(
    "organization organisation company firma unternehmen entreprise societe empresa organizacion",
  ),
  title: words("jobtitle position role rolle funktion beruf fonction poste cargo puesto"),
  phone: words(
    "phone tel telephone telefon telefonnummer phonenumber mobile mobil handy rufnummer portable telefono movil sms",
  ),
  email: words("email mail emailaddress mailadresse emailadresse courriel correo correoelectronico"),
  url: words("webpage web site homepage siteweb pagina paginaweb sitioweb"),
  address: words(
    "postaladdress postanschrift anschrift street strasse adressepostale direccionpostal rue calle",
  ),
  note: words("note notes notiz bemerkung remarque nota comment kommentar"),
  subject: words("subject betreff objet asunto sujet"),
  tags: words("tags tag schlagworter schlagwort motscles etiquetas"),
  codeNote: words("codenote noteonthecode"),
  archived: words("archived archiviert archivado"),
  publicImage: words("publicimage"),
  slug: words("slug"),
  domain: words("domain shortdomain domane domaine dominio"),
  routes: words("rules routes regeln regles reglas"),
  utm: words("campaignparameters utm"),
  passQuery: words("passesthequery passquery"),
  appendScanId: words("addsthescanid appendscanid"),
  message: words("message text nachricht body texte mensaje texto mailtext"),
};

/** As headings are compared: `E-Mail-Adresse` and `emailadresse` are one. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const fieldByWord = new Map(
  Object.entries(headings).flatMap(([field, known]) => known.map((word) => [word, field as Field] as const)),
);

/** The field that a heading names; undefined for one that nobody knows. */
export const readHeading = (text: string): Field | undefined => fieldByWord.get(plain(text));

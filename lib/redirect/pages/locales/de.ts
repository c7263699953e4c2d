import type { Messages } from "./schema";

export const de: Messages = {
  locale: "de-DE",
  report: "Diesen Code melden",
  start: "Zur Startseite",
  again: "Noch einmal versuchen",
  copied: "Kopiert",
  demo: "Demo: Konten, Codes und Scans sind erfunden.",
  kinds: {
    contact: "Kontakt",
    wifi: "WLAN",
    email: "E-Mail",
    sms: "SMS",
    text: "Text",
    url: "Webadresse",
  },
  contact: {
    save: "Kontakt sichern",
    phone: "Telefon",
    phones: { cell: "Mobil", work: "Telefon, Arbeit", home: "Telefon, privat", fax: "Fax" },
    email: "E-Mail",
    address: "Adresse",
    website: "Website",
    birthday: "Geburtstag",
    note: "Notiz",
  },
  wifi: {
    protected: (protection) => `Mit Passwort gesichert (${protection})`,
    wep: "Mit Passwort gesichert (WEP, veraltet und schwach)",
    open: "Offen, ohne Passwort",
    hidden: "Dieses WLAN ist unsichtbar: Geräte zeigen es nicht an, es wird über seinen Namen hinzugefügt.",
    password: "Passwort",
    showPassword: "Passwort anzeigen",
    copyPassword: "Passwort kopieren",
    apple: "iPhone, iPad, Mac",
    appleSteps:
      "Profil laden und danach in den Einstellungen installieren. Das Gerät verbindet sich von selbst.",
    loadProfile: "Profil laden",
    others: "Android und andere Geräte",
    openSettings: "Die Einstellungen öffnen, dann WLAN.",
    chooseNetwork: ["", " auswählen."],
    addNetwork: ["„Netzwerk hinzufügen“ wählen und den Namen ", " eingeben."],
    enterPassword: "Das Passwort einsetzen und verbinden.",
    anotherDevice: "Noch ein Gerät",
    scanThis: "Mit seiner Kamera diesen Code scannen, und es verbindet sich.",
    symbol: (network) => `QR-Code für das WLAN ${network}`,
  },
  email: {
    write: "E-Mail schreiben",
    to: "An",
    cc: "Kopie an",
    bcc: "Blindkopie an",
    subject: "Betreff",
    message: "Nachricht",
    copyAddress: "Adresse kopieren",
  },
  sms: {
    write: "Nachricht schreiben",
    message: "Nachricht",
    copyNumber: "Nummer kopieren",
    copyMessage: "Nachricht kopieren",
  },
  text: { copy: "Text kopieren" },
  preview: {
    leadsTo: "Dieser Code führt zu",
    holds: "Dieser Code enthält:",
    whole: "Ganze Adresse",
    foreignLetters:
      "Der Name hat Buchstaben außerhalb von a bis z, und manche sehen anderen ähnlich. Ist es der, den Sie erwarten?",
    notEncrypted: "Die Verbindung ist nicht verschlüsselt.",
    notOpened: "Noch wurde nichts geöffnet.",
    go: "Dorthin gehen",
    open: "Öffnen",
  },
  root: {
    title: "Hier gibt es nichts zu sehen",
    sentence:
      "Diese Webadresse ist für QR-Codes und kurze Links da. Scannen Sie einen Code oder öffnen Sie einen ganzen Link.",
  },
  refusals: {
    unknown: {
      title: "Hier ist kein Code",
      sentence: "Er wurde gelöscht, oder seine Adresse wurde falsch abgeschrieben.",
    },
    off: { title: "Dieser Code ist geschlossen", sentence: "Wer ihn gemacht hat, hat ihn beendet." },
    expired: {
      title: "Dieser Code ist abgelaufen",
      sentence: "Wer ihn gemacht hat, hatte ihm ein Ende gesetzt.",
    },
    used_up: {
      title: "Dieser Code ist aufgebraucht",
      sentence: "Er galt für eine bestimmte Zahl von Scans, und die ist erreicht.",
    },
    suspended: {
      title: "Dieser Code wurde außer Betrieb genommen",
      sentence: "Wir haben ihn angehalten, weil er offenbar missbraucht wird. Vorerst führt er nirgendwohin.",
    },
    blocked: {
      title: "Dieser Code ist angehalten",
      sentence: "Die Adresse, zu der er führte, ist als schädlich bekannt. Wir öffnen sie nicht.",
    },
    notYet: {
      title: "Dieser Code ist noch nicht offen",
      sentence: (time) => `Er öffnet am ${time}.`,
    },
    unavailable: {
      title: "Wir können diesen Code gerade nicht nachschlagen",
      sentence: (wait) => `Am Code liegt es nicht, der Fehler ist bei uns. Neuer Versuch in ${wait}.`,
    },
    throttled: {
      title: "Zu viele Versuche",
      sentence: (wait) =>
        `Von hier wurde nach zu vielen Codes gefragt, die es nicht gibt. Neuer Versuch in ${wait}.`,
    },
  },
};

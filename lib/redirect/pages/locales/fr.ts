import type { Messages } from "./schema";

export const fr: Messages = {
  locale: "fr-FR",
  report: "Signaler ce code",
  start: "Aller à l’accueil",
  again: "Réessayer",
  copied: "Copié",
  demo: "Démo : comptes, codes et scans sont inventés.",
  kinds: {
    contact: "Contact",
    wifi: "Réseau Wi-Fi",
    email: "E-mail",
    sms: "SMS",
    text: "Texte",
    url: "Adresse web",
  },
  contact: {
    save: "Enregistrer le contact",
    phone: "Téléphone",
    phones: { cell: "Mobile", work: "Téléphone, travail", home: "Téléphone, domicile", fax: "Fax" },
    email: "E-mail",
    address: "Adresse",
    website: "Site web",
    birthday: "Anniversaire",
    note: "Note",
  },
  wifi: {
    protected: (protection) => `Protégé par un mot de passe (${protection})`,
    wep: "Protégé par un mot de passe (WEP, ancien et peu sûr)",
    open: "Ouvert, sans mot de passe",
    hidden: "Ce réseau est masqué : les appareils ne l’affichent pas, il s’ajoute par son nom.",
    password: "Mot de passe",
    showPassword: "Afficher le mot de passe",
    copyPassword: "Copier le mot de passe",
    apple: "iPhone, iPad, Mac",
    appleSteps: "Téléchargez le profil, puis installez-le dans Réglages. L’appareil se connecte de lui-même.",
    loadProfile: "Télécharger le profil",
    others: "Android et autres appareils",
    openSettings: "Ouvrez les paramètres, puis Wi-Fi.",
    chooseNetwork: ["Choisissez ", "."],
    addNetwork: ["Choisissez « Ajouter un réseau » et saisissez le nom ", "."],
    enterPassword: "Collez le mot de passe et connectez-vous.",
    anotherDevice: "Un autre appareil",
    scanThis: "Visez ce code avec son appareil photo et il se connecte.",
    symbol: (network) => `Code QR pour rejoindre ${network}`,
  },
  email: {
    write: "Écrire l’e-mail",
    to: "À",
    cc: "Copie à",
    bcc: "Copie cachée à",
    subject: "Objet",
    message: "Message",
    copyAddress: "Copier l’adresse",
  },
  sms: {
    write: "Écrire le message",
    message: "Message",
    copyNumber: "Copier le numéro",
    copyMessage: "Copier le message",
  },
  text: { copy: "Copier le texte" },
  preview: {
    leadsTo: "Ce code mène à",
    holds: "Ce code contient :",
    whole: "Adresse complète",
    foreignLetters:
      "Ce nom a des lettres autres que a à z, et certaines se ressemblent. Vérifiez que c’est bien celui que vous attendez.",
    notEncrypted: "La connexion n’est pas chiffrée.",
    notOpened: "Rien n’a encore été ouvert.",
    go: "Y aller",
    open: "Ouvrir",
  },
  root: {
    title: "Il n’y a rien à voir ici",
    sentence:
      "Cette adresse web sert aux codes QR et aux liens courts. Scannez un code ou ouvrez un lien complet.",
  },
  refusals: {
    unknown: {
      title: "Il n’y a pas de code ici",
      sentence: "Il a été supprimé, ou son adresse a été mal recopiée.",
    },
    off: { title: "Ce code est fermé", sentence: "La personne qui l’a créé y a mis fin." },
    expired: {
      title: "Ce code a expiré",
      sentence: "La personne qui l’a créé lui avait fixé une date de fin.",
    },
    used_up: {
      title: "Ce code est épuisé",
      sentence: "Il était prévu pour un certain nombre de scans, et ce nombre est atteint.",
    },
    suspended: {
      title: "Ce code a été mis hors service",
      sentence:
        "Nous l’avons arrêté, car il semble utilisé à de mauvaises fins. Il ne mène nulle part pour le moment.",
    },
    blocked: {
      title: "Ce code est arrêté",
      sentence: "L’adresse à laquelle il menait est connue pour être nuisible : nous ne l’ouvrons pas.",
    },
    notYet: {
      title: "Ce code n’est pas encore ouvert",
      sentence: (time) => `Il ouvre le ${time}.`,
    },
    unavailable: {
      title: "Nous ne pouvons pas consulter ce code pour l’instant",
      sentence: (wait) => `Le code n’est pas en cause, la panne est chez nous. Réessayez dans ${wait}.`,
    },
    throttled: {
      title: "Trop d’essais",
      sentence: (wait) => `Trop de codes inexistants ont été demandés d’ici. Réessayez dans ${wait}.`,
    },
  },
};

import type { ReportWords } from "./schema";

export const fr: ReportWords = {
  title: "Signaler ce code",
  lead: "S’il est nuisible, nous l’arrêtons : qui le scanne lit alors qu’il a été mis hors service.",
  preview: "Voir où il mène",
  reason: "Quel est le problème ?",
  reasons: {
    phishing: {
      name: "Hameçonnage ou fraude",
      meaning: "Il se fait passer pour quelqu’un d’autre afin d’obtenir mots de passe ou argent.",
    },
    malware: {
      name: "Logiciel malveillant",
      meaning: "Il cherche à faire installer quelque chose de nuisible.",
    },
    illegal: { name: "Contenu illégal", meaning: "Ce qu’il montre est contraire à la loi." },
    spam: { name: "Spam", meaning: "C’est de la publicité que personne n’a demandée." },
    other: { name: "Autre chose", meaning: "Précisez ci-dessous." },
  },
  note: "Remarque (facultative)",
  noteHint: "1 000 caractères au plus. Rien n’est conservé à votre sujet.",
  send: "Envoyer le signalement",
  sending: "Envoi",
  reasonMissing: "Choisissez quel est le problème.",
  noteTooLong: "Une remarque a 1 000 caractères au plus.",
  tooMany:
    "Ce signalement n’a pas été pris en compte : il y en a déjà beaucoup venus d’ici ou sur ce code. Renvoyez-le plus tard.",
  notSent: "Le signalement n’a pas été envoyé. Envoyez-le de nouveau.",
  doneTitle: "Votre signalement est arrivé",
  done: "Quelqu’un va examiner le code et l’arrêter s’il est nuisible. Vous ne recevrez pas de réponse, car rien n’est conservé à votre sujet.",
};

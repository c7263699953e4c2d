import type { ReportReason } from "@/lib/reports/schema";

export interface ReportMessages {
  title: string;
  lead: string;
  preview: string;
  reason: string;
  reasons: Record<ReportReason, { name: string; meaning: string }>;
  note: string;
  noteHint: string;
  send: string;
  sending: string;
  reasonMissing: string;
  noteTooLong: string;
  tooMany: string;
  notSent: string;
  doneTitle: string;
  done: string;
}

const en: ReportMessages = {
  title: "Report this code",
  lead: "If the code is harmful, we suspend it, and people who scan it see a notice.",
  preview: "See where it goes",
  reason: "What is wrong with it?",
  reasons: {
    phishing: {
      name: "Phishing or fraud",
      meaning: "It pretends to be someone else to get passwords or money.",
    },
    malware: { name: "Malware", meaning: "It tries to install something harmful." },
    illegal: { name: "Illegal content", meaning: "Its content is against the law." },
    spam: { name: "Spam", meaning: "It is unwanted advertising." },
    other: { name: "Something else", meaning: "Describe it below." },
  },
  note: "Note (optional)",
  noteHint: "At most 1,000 characters. Nothing about you is kept.",
  send: "Send report",
  sending: "Sending",
  reasonMissing: "Choose what is wrong with the code.",
  noteTooLong: "A note has at most 1,000 characters.",
  tooMany: "There were too many reports from your network or about this code. Try again later.",
  notSent: "The report was not sent. Send it again.",
  doneTitle: "Report received",
  done: "Someone will review the code and stop it if it does harm. We can't reply, because we store nothing about you.",
};

const de: ReportMessages = {
  title: "Diesen Code melden",
  lead: "Richtet er Schaden an, halten wir ihn an: Wer ihn scannt, liest dann, dass er außer Betrieb genommen wurde.",
  preview: "Ansehen, wohin er führt",
  reason: "Was stimmt nicht damit?",
  reasons: {
    phishing: {
      name: "Phishing oder Betrug",
      meaning: "Er gibt sich als jemand anderes aus, um an Passwörter oder Geld zu kommen.",
    },
    malware: { name: "Schadsoftware", meaning: "Er will, dass etwas Schädliches installiert wird." },
    illegal: { name: "Verbotene Inhalte", meaning: "Was er zeigt, verstößt gegen das Gesetz." },
    spam: { name: "Spam", meaning: "Er wirbt, wo niemand danach gefragt hat." },
    other: { name: "Etwas anderes", meaning: "Unten ist Platz dafür." },
  },
  note: "Anmerkung (freiwillig)",
  noteHint: "Höchstens 1.000 Zeichen. Über Sie wird nichts gespeichert.",
  send: "Meldung senden",
  sending: "Wird gesendet",
  reasonMissing: "Wählen Sie, was mit dem Code nicht stimmt.",
  noteTooLong: "Eine Anmerkung hat höchstens 1.000 Zeichen.",
  tooMany:
    "Diese Meldung wurde nicht angenommen: Von hier oder zu diesem Code kamen schon viele. Senden Sie sie später noch einmal.",
  notSent: "Die Meldung wurde nicht gesendet. Senden Sie sie noch einmal.",
  doneTitle: "Ihre Meldung ist angekommen",
  done: "Jemand sieht sich den Code an und hält ihn an, wenn er Schaden anrichtet. Eine Antwort gibt es nicht, weil über Sie nichts gespeichert wird.",
};

const fr: ReportMessages = {
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

const es: ReportMessages = {
  title: "Denunciar este código",
  lead: "Si hace daño, lo detenemos: quien lo escanee leerá que se ha retirado del servicio.",
  preview: "Ver adónde lleva",
  reason: "¿Qué problema tiene?",
  reasons: {
    phishing: {
      name: "Phishing o fraude",
      meaning: "Se hace pasar por otro para conseguir contraseñas o dinero.",
    },
    malware: { name: "Software malicioso", meaning: "Quiere que se instale algo dañino." },
    illegal: { name: "Contenido ilegal", meaning: "Lo que muestra va contra la ley." },
    spam: { name: "Spam", meaning: "Es publicidad que nadie ha pedido." },
    other: { name: "Otra cosa", meaning: "Explícalo abajo." },
  },
  note: "Nota (opcional)",
  noteHint: "Como máximo 1000 caracteres. No se guarda nada sobre ti.",
  send: "Enviar denuncia",
  sending: "Enviando",
  reasonMissing: "Elige qué problema tiene el código.",
  noteTooLong: "Una nota tiene como máximo 1000 caracteres.",
  tooMany:
    "Esta denuncia no se ha recibido: ya han llegado muchas desde aquí o sobre este código. Envíala de nuevo más tarde.",
  notSent: "La denuncia no se ha enviado. Envíala otra vez.",
  doneTitle: "Tu denuncia ha llegado",
  done: "Alguien revisará el código y lo detendrá si hace daño. No recibirás respuesta, porque no se guarda nada sobre ti.",
};

const pt: ReportMessages = {
  title: "Denunciar este código",
  lead: "Se ele causar danos, nós o interrompemos: quem o ler verá que foi retirado de serviço.",
  preview: "Ver aonde ele leva",
  reason: "O que há de errado com ele?",
  reasons: {
    phishing: {
      name: "Phishing ou fraude",
      meaning: "Finge ser outra pessoa para conseguir senhas ou dinheiro.",
    },
    malware: { name: "Software malicioso", meaning: "Quer que algo nocivo seja instalado." },
    illegal: { name: "Conteúdo ilegal", meaning: "O que ele mostra é contra a lei." },
    spam: { name: "Spam", meaning: "É publicidade que ninguém pediu." },
    other: { name: "Outra coisa", meaning: "Explique abaixo." },
  },
  note: "Observação (opcional)",
  noteHint: "No máximo 1.000 caracteres. Nada sobre você é guardado.",
  send: "Enviar denúncia",
  sending: "Enviando",
  reasonMissing: "Escolha o que há de errado com o código.",
  noteTooLong: "Uma observação tem no máximo 1.000 caracteres.",
  tooMany:
    "Esta denúncia não foi recebida: já vieram muitas daqui ou sobre este código. Envie de novo mais tarde.",
  notSent: "A denúncia não foi enviada. Envie de novo.",
  doneTitle: "Sua denúncia chegou",
  done: "Alguém vai examinar o código e interrompê-lo se ele causar danos. Você não receberá resposta, porque nada sobre você é guardado.",
};

export const reportMessages = { en, de, fr, es, pt };

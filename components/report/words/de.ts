import type { ReportWords } from "./schema";

export const de: ReportWords = {
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

import type { ReportWords } from "./schema";

export const en: ReportWords = {
  title: "Report this code",
  lead: "If it does harm, we stop it: whoever scans it then reads that it was taken out of service.",
  preview: "See where it leads",
  reason: "What is wrong with it?",
  reasons: {
    phishing: {
      name: "Phishing or fraud",
      meaning: "It pretends to be somebody else to get passwords or money.",
    },
    malware: { name: "Malware", meaning: "It wants something harmful installed." },
    illegal: { name: "Illegal content", meaning: "What it shows is against the law." },
    spam: { name: "Spam", meaning: "It is advertising where nobody asked for it." },
    other: { name: "Something else", meaning: "Say what it is below." },
  },
  note: "Note (optional)",
  noteHint: "At most 1,000 characters. Nothing about you is kept.",
  send: "Send report",
  sending: "Sending",
  reasonMissing: "Choose what is wrong with the code.",
  noteTooLong: "A note has at most 1,000 characters.",
  tooMany: "This report was not taken: many came from here, or of this code. Send it again later.",
  notSent: "The report was not sent. Send it again.",
  doneTitle: "Your report has arrived",
  done: "Somebody will look at the code and stop it if it does harm. You get no answer, because nothing about you is kept.",
};

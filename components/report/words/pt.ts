import type { ReportWords } from "./schema";

/** As it is written in Brazil. */
export const pt: ReportWords = {
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

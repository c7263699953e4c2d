import type { ReportWords } from "./schema";

export const es: ReportWords = {
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

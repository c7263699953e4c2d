import type { Messages } from "./schema";

export const es: Messages = {
  locale: "es-ES",
  report: "Denunciar este código",
  start: "Ir a la página de inicio",
  again: "Volver a intentarlo",
  copied: "Copiado",
  demo: "Demo: las cuentas, los códigos y los escaneos son inventados.",
  kinds: {
    contact: "Contacto",
    wifi: "Red wifi",
    email: "Correo electrónico",
    sms: "SMS",
    text: "Texto",
    url: "Dirección web",
  },
  contact: {
    save: "Guardar contacto",
    phone: "Teléfono",
    phones: { cell: "Móvil", work: "Teléfono, trabajo", home: "Teléfono, casa", fax: "Fax" },
    email: "Correo electrónico",
    address: "Dirección",
    website: "Sitio web",
    birthday: "Cumpleaños",
    note: "Nota",
  },
  wifi: {
    protected: (protection) => `Protegida con contraseña (${protection})`,
    wep: "Protegida con contraseña (WEP, antigua y débil)",
    open: "Abierta, sin contraseña",
    hidden: "Esta red está oculta: los dispositivos no la muestran y se añade por su nombre.",
    password: "Contraseña",
    showPassword: "Mostrar contraseña",
    copyPassword: "Copiar contraseña",
    apple: "iPhone, iPad, Mac",
    appleSteps: "Descarga el perfil y después instálalo en Ajustes. El dispositivo se conecta solo.",
    loadProfile: "Descargar perfil",
    others: "Android y otros dispositivos",
    openSettings: "Abre Ajustes y después Wi-Fi.",
    chooseNetwork: ["Elige ", "."],
    addNetwork: ["Elige «Añadir red» y escribe el nombre ", "."],
    enterPassword: "Pega la contraseña y conéctate.",
    anotherDevice: "Otro dispositivo",
    scanThis: "Apunta su cámara a este código y se conecta.",
    symbol: (network) => `Código QR para conectarse a ${network}`,
  },
  email: {
    write: "Escribir el correo",
    to: "Para",
    cc: "Copia a",
    bcc: "Copia oculta a",
    subject: "Asunto",
    message: "Mensaje",
    copyAddress: "Copiar dirección",
  },
  sms: {
    write: "Escribir el mensaje",
    message: "Mensaje",
    copyNumber: "Copiar número",
    copyMessage: "Copiar mensaje",
  },
  text: { copy: "Copiar texto" },
  preview: {
    leadsTo: "Este código lleva a",
    holds: "Este código contiene:",
    whole: "Dirección completa",
    foreignLetters:
      "El nombre tiene letras distintas de la a a la z, y algunas se parecen a otras. Comprueba que es el que esperas.",
    notEncrypted: "La conexión no está cifrada.",
    notOpened: "Todavía no se ha abierto nada.",
    go: "Ir allí",
    open: "Abrir",
  },
  root: {
    title: "Aquí no hay nada que ver",
    sentence:
      "Esta dirección web es para códigos QR y enlaces cortos. Escanee un código o abra un enlace completo.",
  },
  refusals: {
    unknown: {
      title: "Aquí no hay ningún código",
      sentence: "Se ha eliminado, o su dirección se copió con un error.",
    },
    off: { title: "Este código está cerrado", sentence: "Quien lo creó le ha puesto fin." },
    expired: {
      title: "Este código ha caducado",
      sentence: "Quien lo creó le había puesto una fecha de fin.",
    },
    used_up: {
      title: "Este código está agotado",
      sentence: "Era para un número determinado de escaneos, y ya se han hecho todos.",
    },
    suspended: {
      title: "Este código se ha retirado del servicio",
      sentence:
        "Lo hemos detenido porque parece que se usa con malos fines. Por ahora no lleva a ningún sitio.",
    },
    blocked: {
      title: "Este código está detenido",
      sentence: "Se sabe que la dirección a la que llevaba es dañina, así que no la abrimos.",
    },
    notYet: {
      title: "Este código todavía no está abierto",
      sentence: (time) => `Se abre el ${time}.`,
    },
    unavailable: {
      title: "Ahora no podemos consultar este código",
      sentence: (wait) => `El código está bien, el fallo es nuestro. Vuelve a intentarlo dentro de ${wait}.`,
    },
    throttled: {
      title: "Demasiados intentos",
      sentence: (wait) =>
        `Desde aquí se han pedido demasiados códigos que no existen. Vuelve a intentarlo dentro de ${wait}.`,
    },
  },
};

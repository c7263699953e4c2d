import type { Messages } from "./schema";

/** As it is written in Brazil. */
export const pt: Messages = {
  locale: "pt-BR",
  report: "Denunciar este código",
  start: "Ir para a página inicial",
  again: "Tentar de novo",
  copied: "Copiado",
  demo: "Demonstração: contas, códigos e leituras são inventados.",
  kinds: {
    contact: "Contato",
    wifi: "Rede Wi-Fi",
    email: "E-mail",
    sms: "SMS",
    text: "Texto",
    url: "Endereço web",
  },
  contact: {
    save: "Salvar contato",
    phone: "Telefone",
    phones: { cell: "Celular", work: "Telefone, trabalho", home: "Telefone, casa", fax: "Fax" },
    email: "E-mail",
    address: "Endereço",
    website: "Site",
    birthday: "Aniversário",
    note: "Observação",
  },
  wifi: {
    protected: (protection) => `Protegida por senha (${protection})`,
    wep: "Protegida por senha (WEP, antiga e fraca)",
    open: "Aberta, sem senha",
    hidden: "Esta rede é oculta: os aparelhos não a mostram, e ela é adicionada pelo nome.",
    password: "Senha",
    showPassword: "Mostrar senha",
    copyPassword: "Copiar senha",
    apple: "iPhone, iPad, Mac",
    appleSteps: "Baixe o perfil e depois instale-o em Ajustes. O aparelho se conecta sozinho.",
    loadProfile: "Baixar perfil",
    others: "Android e outros aparelhos",
    openSettings: "Abra as configurações e depois Wi-Fi.",
    chooseNetwork: ["Escolha ", "."],
    addNetwork: ["Escolha “Adicionar rede” e digite o nome ", "."],
    enterPassword: "Cole a senha e conecte-se.",
    anotherDevice: "Outro aparelho",
    scanThis: "Aponte a câmera dele para este código e ele se conecta.",
    symbol: (network) => `Código QR para entrar em ${network}`,
  },
  email: {
    write: "Escrever o e-mail",
    to: "Para",
    cc: "Cópia para",
    bcc: "Cópia oculta para",
    subject: "Assunto",
    message: "Mensagem",
    copyAddress: "Copiar endereço",
  },
  sms: {
    write: "Escrever a mensagem",
    message: "Mensagem",
    copyNumber: "Copiar número",
    copyMessage: "Copiar mensagem",
  },
  text: { copy: "Copiar texto" },
  preview: {
    leadsTo: "Este código leva a",
    holds: "Este código contém:",
    whole: "Endereço completo",
    foreignLetters:
      "O nome tem letras além de a a z, e algumas se parecem com outras. Confira se é o que você espera.",
    notEncrypted: "A conexão não é criptografada.",
    notOpened: "Nada foi aberto ainda.",
    go: "Ir para lá",
    open: "Abrir",
  },
  root: {
    title: "Não há nada para ver aqui",
    sentence: "Este endereço serve para códigos QR e links curtos. Leia um código ou abra um link completo.",
  },
  refusals: {
    unknown: {
      title: "Não há nenhum código aqui",
      sentence: "Ele foi apagado, ou o endereço foi copiado com um erro.",
    },
    off: { title: "Este código está encerrado", sentence: "Quem o criou pôs fim a ele." },
    expired: {
      title: "Este código expirou",
      sentence: "Quem o criou tinha marcado uma data para ele terminar.",
    },
    used_up: {
      title: "Este código se esgotou",
      sentence: "Ele valia para um certo número de leituras, e todas já foram feitas.",
    },
    suspended: {
      title: "Este código foi retirado de serviço",
      sentence:
        "Nós o interrompemos porque parece ser usado para o mal. Por enquanto, não leva a lugar nenhum.",
    },
    blocked: {
      title: "Este código está bloqueado",
      sentence: "Sabe-se que o endereço ao qual ele levava causa danos, por isso não o abrimos.",
    },
    notYet: {
      title: "Este código ainda não está aberto",
      sentence: (time) => `Ele abre em ${time}.`,
    },
    unavailable: {
      title: "Não conseguimos consultar este código agora",
      sentence: (wait) => `O código está em ordem, a falha é nossa. Tente de novo em ${wait}.`,
    },
    throttled: {
      title: "Tentativas demais",
      sentence: (wait) => `Daqui foram pedidos códigos demais que não existem. Tente de novo em ${wait}.`,
    },
  },
};

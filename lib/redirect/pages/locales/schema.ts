/** A heading and the sentence below it. */
export interface Message {
  title: string;
  sentence: string;
}

/** What stands before a name and after it. */
type AroundName = readonly [before: string, after: string];

/** Every word of the pages in one language. A language that lacks one doesn't compile. */
export interface Messages {
  /** For dates and numbers. */
  locale: string;
  report: string;
  start: string;
  again: string;
  copied: string;
  /** Above every page of a demo. */
  demo: string;
  /** What a code holds, as a label above it. */
  kinds: { contact: string; wifi: string; email: string; sms: string; text: string; url: string };
  contact: {
    save: string;
    phone: string;
    /** Kinds of phone as cards name them. */
    phones: { cell: string; work: string; home: string; fax: string };
    email: string;
    address: string;
    website: string;
    birthday: string;
    note: string;
  };
  wifi: {
    /** What protects the network, by the name that payloads have for it. */
    protected: (protection: string) => string;
    wep: string;
    open: string;
    hidden: string;
    password: string;
    showPassword: string;
    copyPassword: string;
    apple: string;
    appleSteps: string;
    loadProfile: string;
    others: string;
    openSettings: string;
    chooseNetwork: AroundName;
    addNetwork: AroundName;
    enterPassword: string;
    anotherDevice: string;
    scanThis: string;
    /** What a screen reader says of the picture. */
    symbol: (network: string) => string;
  };
  email: {
    write: string;
    to: string;
    cc: string;
    bcc: string;
    subject: string;
    message: string;
    copyAddress: string;
  };
  sms: { write: string; message: string; copyNumber: string; copyMessage: string };
  text: { copy: string };
  preview: {
    leadsTo: string;
    holds: string;
    whole: string;
    foreignLetters: string;
    notEncrypted: string;
    notOpened: string;
    go: string;
    open: string;
  };
  /** The root of an own domain. */
  root: Message;
  refusals: {
    unknown: Message;
    off: Message;
    expired: Message;
    used_up: Message;
    suspended: Message;
    blocked: Message;
    notYet: { title: string; sentence: (time: string) => string };
    unavailable: { title: string; sentence: (wait: string) => string };
    throttled: { title: string; sentence: (wait: string) => string };
  };
}

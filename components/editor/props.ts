import type { CodeChange, NewCode } from "@/lib/codes/schema";
import type { Warning } from "@/lib/platform/errors";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import type { Answer, FormAction } from "../ui/form/answer";
import type { EditedCode, Entered } from "./editor-state";
import type { CodeRoom } from "./quota-note";

export interface CodeEditorProps {
  start: Entered;
  /** The code that is changed; null: a new one. */
  code: EditedCode | null;
  /** What the symbol of a dynamic code holds: its short URL, or a stand-in of the same length. */
  shortUrl: string;
  origin: string;
  /** Nobody has told the service its own address, so its short links lead nowhere from elsewhere. */
  isLocal: boolean;
  room: CodeRoom;
  presets: readonly ListedPreset[];
  /** The plan that has frames, where this account's has none. */
  framePlan: string | undefined;
  actions: EditorActions;
}

export interface SavedCode {
  id: string;
  warnings: readonly Warning[];
}

/** What the editor asks of the server; each asks by itself who is signed in. */
export interface EditorActions {
  /** With the key of one filling of the form: what is sent again after a lost answer is made once. */
  create: (key: string, code: NewCode) => Promise<Answer<SavedCode>>;
  change: (id: string, change: CodeChange) => Promise<Answer<SavedCode>>;
  presets: PresetActions;
}

export interface PresetActions {
  create: (
    settings: Settings,
    ...form: Parameters<FormAction<ListedPreset>>
  ) => Promise<Answer<ListedPreset>>;
  /** The look with the picture of its logo. */
  read: (id: string) => Promise<Answer<Settings>>;
  rename: (id: string, ...form: Parameters<FormAction<ListedPreset>>) => Promise<Answer<ListedPreset>>;
  remove: (id: string) => Promise<Answer<null>>;
}

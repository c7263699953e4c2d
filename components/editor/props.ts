import type { CodeChange, NewCode } from "@/lib/codes/schema";
import type { Warning } from "@/lib/platform/errors";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import type { Answer, FormAction } from "../ui/form/answer";
import type { EditedCode, Entered } from "./editor-state";
import type { CodeRoom } from "./save-notes";

export interface CodeEditorProps {
  start: Entered;
  /** The code that is changed; null: a new one. */
  code: EditedCode | null;
  shortUrl: string;
  origin: string;
  /** Nobody has told the service its own address, so its short links lead nowhere from elsewhere. */
  isLocal: boolean;
  room: CodeRoom;
  presets: readonly ListedPreset[];
  framePlan: string | undefined;
  actions: EditorActions;
}

export interface SavedCode {
  id: string;
  warnings: readonly Warning[];
}

/** What the editor asks of the server; each asks by itself who is signed in. */
export interface EditorActions {
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

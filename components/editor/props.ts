import type { ListedPreset } from "@/lib/presets/schema";
import type { EditorActions } from "./actions";
import type { EditedCode, Entered } from "./model/start";
import type { CodeRoom } from "./room";

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

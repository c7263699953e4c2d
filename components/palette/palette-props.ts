import type { Standing } from "../shell/nav/places";
import type { FindCodes } from "./found";

/** What the palette works with. */
export interface PaletteMeans {
  standing: Standing;
  findCodes: FindCodes;
  signOut: () => Promise<void>;
}

export interface PaletteProps extends PaletteMeans {
  isOpen: boolean;
  onClose: () => void;
}

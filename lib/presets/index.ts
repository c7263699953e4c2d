export { createPreset, deletePreset, getPreset, listPresets, renamePreset } from "./presets";
export { drawPreset } from "./sheet";

export { checkRows } from "./check-rows";
export { createImport } from "./create-import";
export { checkSchema, newImportSchema } from "./input-schema";
export { advanceImport } from "./make/advance-import";
export { sweepImports } from "./make/sweep-imports";
export { deleteOldImports } from "./old-imports";
export { getImport, listImports } from "./read-imports";
export { bringImportBack, setImportAside } from "./undo-import";

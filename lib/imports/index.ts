export { bringImportBack, checkRows, createImport, getImport, listImports, setImportAside } from "./imports";
export { checkSchema, newImportSchema } from "./input-schema";
export { advanceImport, sweepImports } from "./process";
export { deleteOldImports } from "./queries";

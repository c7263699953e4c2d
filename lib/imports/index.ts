export { checkRows, createImport, getImport, listImports, restoreImport, softDeleteImport } from "./imports";
export { checkSchema, newImportSchema } from "./input-schema";
export { advanceImport, sweepImports } from "./process";
export { deleteOldImports } from "./queries";

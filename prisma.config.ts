import { defineConfig } from "prisma/config";

/** For the Prisma CLI (`generate`, `validate`); migrations are applied by server/database/migrate.ts. */
export default defineConfig({ schema: "prisma/schema.prisma" });

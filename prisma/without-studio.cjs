// Preloaded into Prisma's CLI. The CLI requires its studio and its development database at start, 160 MB that `generate` never
// uses and that `overrides` in package.json leave out: it gets this empty module instead.
const Module = require("node:module");

const leftOut = /^@prisma\/(?:studio-core|dev)\//;
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) =>
  leftOut.test(name) ? __filename : resolveFilename(name, ...rest);

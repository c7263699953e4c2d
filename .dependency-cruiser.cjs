/** The layers of docs/architecture.md: look down, enter by the door. */
const domain =
  "^lib/(accounts|users|api-keys|codes|domains|public-codes|pictures|targets|scans|goals|rollups|analytics|reports|webhooks|event-feed|presets|saved-views|support|imports|prints|exports|api-uses|operator|blocklist\\.ts|events\\.ts|rate-limit|idempotency)";
const pure = "^lib/(qr|content|routes|plans\\.ts)";
const adapters = "^lib/(auth|http|redirect|mcp)";
const shells = "^(app|inngest|server|proxy\\.ts)";

/** Doors of their own within a module: what only some need (a page that draws does not load the reader, one that shows a picture draws none). */
const doors =
  "^lib/([^/]+|qr/verify|scans/generate|webhooks/delivery|http/api)/(index|schema)\\.ts$|^lib/(accounts/(quota|quota-notices)|domains/(served|verify|operator)|rollups/(partitions|redate|retention)|routes/unreachable|scans/(labels|live|recorder|visitor)|targets/iterate-targets|codes/(bulk|bulk-update|create|domains|draft|expire|bulk-update-(listing|styles|targets)|delete|operator|public-image|read|redraw|slug|soft-delete|tags|target-history|validate)|webhooks/(cleanup|delivery-log|delivery-log-feed|purge)|users/(sign-in|mail-links|two-factor))\\.ts$|^lib/(auth/route|api-keys/authenticate|api-uses/(limits|record-use)|pictures/(code|logo-pixels|render)|qr/(draw/pdf|files)|http/(authenticate|errors|next|read-body)|redirect/(domain|domain-map|redirect|resolve|static-export))\\.ts$|^lib/qr/release\\.ts$|^lib/prints/sheets\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: { pathNot: "^prisma/generated" }, to: { circular: true } },
    {
      name: "no-unresolved",
      comment: "An import that does not resolve hides every rule behind it.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "platform-looks-down",
      severity: "error",
      from: { path: "^lib/platform", pathNot: "\\.test\\.ts$" },
      to: { path: [domain, pure, adapters, shells, "^components"] },
    },
    {
      name: "pure-looks-down",
      severity: "error",
      from: { path: pure, pathNot: "\\.test\\.ts$" },
      to: { path: [domain, adapters, shells, "^components", "^lib/platform/(?!errors|json-text)"] },
    },
    {
      name: "pure-runs-in-the-browser",
      severity: "error",
      from: { path: pure, pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "domain-looks-down",
      severity: "error",
      from: { path: domain },
      to: { path: [adapters, shells, "^components"] },
    },
    {
      name: "adapters-look-down",
      severity: "error",
      from: { path: adapters },
      to: { path: [shells, "^components"] },
    },
    {
      name: "no-framework-below-the-shells",
      severity: "error",
      from: { path: [domain, pure, "^lib/platform"] },
      to: { path: "^(node_modules/)?(next|react|react-dom|inngest)(/|$)" },
    },
    {
      name: "enter-by-the-door",
      comment: "Import another module's index.ts or schema.ts, not its inside.",
      severity: "error",
      from: { path: "^lib/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^lib/(accounts|users|api-keys|codes|domains|public-codes|pictures|targets|scans|goals|rollups|analytics|reports|webhooks|event-feed|presets|saved-views|support|imports|prints|exports|api-uses|operator|qr|content|routes|rate-limit|idempotency|http|redirect|auth|mcp)/",
        pathNot: ["^lib/$1/", doors],
      },
    },
    {
      name: "shells-enter-by-the-door",
      severity: "error",
      from: { path: [shells, "^components"], pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^lib/(accounts|users|api-keys|codes|domains|public-codes|pictures|targets|scans|goals|rollups|analytics|reports|webhooks|event-feed|presets|saved-views|support|imports|prints|exports|api-uses|operator|qr|content|routes|rate-limit|idempotency|http|redirect|auth|mcp)/",
        pathNot: doors,
      },
    },
    {
      name: "components-see-schemas-and-pure",
      comment: "Components take props; they may draw with lib/qr and lib/content, which are pure.",
      severity: "error",
      from: { path: "^components", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: ["^lib", "^app", "^server"],
        pathNot: [
          "^lib/[^/]+/schema\\.ts$",
          "^lib/(qr|qr/verify|content|routes)/index\\.ts$",
          "^lib/(auth/route|api-keys/authenticate|api-uses/(limits|record-use)|pictures/(code|logo-pixels|render)|qr/(draw/pdf|files)|http/(authenticate|errors|next|read-body)|redirect/(domain|domain-map|redirect|resolve|static-export))\\.ts$|^lib/qr/release\\.ts$",
          "^lib/(prints/sheets|routes/unreachable)\\.ts$",
          "^lib/plans\\.ts$",
          "^lib/platform/(errors|short-path|tags)\\.ts$",
        ],
      },
    },
    {
      name: "database-only-in-the-domain",
      comment: "Routes, pages and jobs never touch the database, Redis or fetch.",
      severity: "error",
      from: { path: ["^app", "^inngest", "^components", "^lib/(http|mcp)"], pathNot: "\\.db\\.test\\.ts$" },
      to: {
        path: ["^lib/platform/(db|redis)\\.ts$", "^(node_modules/)?(pg|ioredis|@upstash|@prisma)/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "generated-client-only-in-db",
      severity: "error",
      from: { pathNot: ["^lib/platform/db(\\.db\\.test)?\\.ts$", "^prisma/"] },
      to: { path: "^prisma/generated" },
    },
    {
      name: "no-tests-in-production",
      severity: "error",
      from: { path: "^(app|lib|server|inngest|components)", pathNot: "\\.test\\.tsx?$" },
      to: { path: ["\\.test\\.tsx?$", "^e2e", "^bench"] },
    },
    {
      name: "the-client-stands-alone",
      comment:
        "It is a package of its own, which runs wherever fetch does: it sees neither the service nor Node.",
      severity: "error",
      from: { path: "^clients/typescript/src" },
      to: { pathNot: "^clients/typescript/src" },
    },
    {
      name: "production-dependencies-are-dependencies",
      comment: "What the build and the server need is installed under NODE_ENV=production too.",
      severity: "error",
      from: {
        path: "^(app|lib|server|inngest|components|proxy\\.ts|next\\.config\\.ts)",
        pathNot: "\\.test\\.tsx?$",
      },
      to: { dependencyTypes: ["npm-dev"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["prisma/generated/.*/internal", "\\.next", "^(clients/typescript/)?dist"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};

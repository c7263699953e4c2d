// What `npm run test:long` runs beside `npm test`: soaks, big data, walks through a plan, processes that are started, stopped,
// killed and mounted in other ways, and the guards' mutants, in slices of at most five minutes.

/**
 * Files that only run here (`*.long.*`), series that run in full here (`isLong`) and pages that are inspected on two devices here
 * (`looks`), with the commands that go along.
 * @type {readonly { files: string[], commands: string[][] }[]}
 */
export const slices = [
  {
    files: [
      "e2e/api/backup-refusals.long.test.ts",
      "e2e/api/load-costs.long.test.ts",
      "e2e/api/upgrade.long.test.ts",
      "e2e/api/traces-away.long.test.ts",
    ],
    commands: [["mutants:guards"]],
  },
  {
    files: [
      "e2e/api/deploy/kubernetes.long.test.ts",
      "e2e/pages/demo.long.test.ts",
      "e2e/pages/stories/developer.long.test.ts",
      "e2e/pages/stories/free.long.test.ts",
      "e2e/pages/stories/hostile-names.long.test.ts",
      "e2e/pages/stories/pro.long.test.ts",
      "e2e/pages/stories/starter.long.test.ts",
      "e2e/pages/stories/tools.long.test.ts",
      "lib/analytics/window.property.test.ts",
      "lib/qr/verify/grade.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/api/backup.long.test.ts",
      "e2e/api/worker-database.long.test.ts",
      "e2e/api/webhooks-chaos.long.test.ts",
      "e2e/api/deploy/container.long.test.ts",
      "e2e/api/deploy/operate.long.test.ts",
      "e2e/api/deploy/own-domains.long.test.ts",
      "e2e/api/live-scans-slow.long.test.ts",
      "e2e/api/page-hang.long.test.ts",
      "e2e/api/deploy/rolling-restart.long.test.ts",
      "e2e/api/kill.long.test.ts",
      "server/worker/engine.db.test.ts",
    ],
    commands: [],
  },
  {
    files: ["e2e/scannability/scannability.test.ts"],
    commands: [],
  },
  {
    files: [
      "e2e/api/idempotency-crash.long.test.ts",
      "e2e/api/lists-at-scale.long.test.ts",
      "e2e/api/quota.test.ts",
      "e2e/api/read-replica.long.test.ts",
      "lib/codes/list-walk.db.test.ts",
      "lib/event-feed/event-feed.db.test.ts",
      "lib/killed-changes.db.test.ts",
      "lib/prints/labels/print-labels.db.test.ts",
      "lib/rate-limit/failover.long.test.ts",
      "lib/redirect/routes.db.test.ts",
      "lib/rollups/history.db.test.ts",
      "lib/rollups/filtered.db.test.ts",
      "lib/webhooks/delivery/deadline.long.db.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/api/dashboard-foreign-ids.test.ts",
      "e2e/api/dashboard-forms.test.ts",
      "e2e/api/dashboard-strangers.test.ts",
      "e2e/api/doctor.long.test.ts",
      "e2e/api/start.long.test.ts",
      "e2e/api/start-errors.long.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/api/deploy/runtimes.long.test.ts",
      "e2e/api/deploy/tarball.long.test.ts",
      "e2e/conformance/schemathesis.long.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/api/page-thread.long.test.ts",
      "e2e/api/quota-services.long.test.ts",
      "e2e/api/redirect-log.long.test.ts",
      "e2e/api/redirect-processes.long.test.ts",
      "e2e/api/redirect-stop.long.test.ts",
      "e2e/api/stop.long.test.ts",
      "e2e/api/worker-herd.long.test.ts",
      "e2e/api/worker-kills.long.test.ts",
      "e2e/api/worker-port.long.test.ts",
      "e2e/api/worker-seen.long.test.ts",
      "e2e/api/worker.long.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/api/admin-scans.long.test.ts",
      "e2e/api/auth-next-mount.long.test.ts",
      "e2e/api/deploy/monitoring.long.test.ts",
      "e2e/api/deploy/nginx.long.test.ts",
      "e2e/api/deploy/postgres-roles.long.test.ts",
      "e2e/api/inngest-next-mount.long.test.ts",
      "e2e/api/inngest-silent.long.test.ts",
      "e2e/api/load.long.test.ts",
      "e2e/api/next-mount.long.test.ts",
      "e2e/api/prints-next-mount.long.test.ts",
      "e2e/api/redirect-next-mount.long.test.ts",
      "e2e/api/standalone-mount.long.test.ts",
      "e2e/api/third-party-database.long.test.ts",
      "e2e/api/traces-next-mount.long.test.ts",
      "e2e/api/webhooks-on-inngest.long.test.ts",
      "e2e/pages/keys-usage.test.ts",
      "e2e/pages/sandbox-page.test.ts",
      "e2e/pages/webhooks-console.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/pages/access.test.ts",
      "e2e/pages/account-access.test.ts",
      "e2e/pages/bulk-import-screen.test.ts",
      "e2e/pages/codes-selection-access.test.ts",
      "e2e/pages/deliveries-access.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/pages/admin.test.ts",
      "e2e/pages/dashboard-access.test.ts",
      "e2e/pages/domains.test.ts",
      "e2e/pages/export.test.ts",
      "e2e/pages/mcp.test.ts",
    ],
    commands: [],
  },
];

/**
 * The index of the slice that the words ask for: `--slice 1` to `--slice 11`, or `--turn` with any whole number, of which each
 * next one is the turn of another slice. Without words null, for all.
 */
export function chooseSlice(words) {
  if (words.length === 0) return null;
  const [flag, value = ""] = words;
  const number = words.length === 2 && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (flag === "--turn" && number >= 0) return number % slices.length;
  if (flag === "--slice" && number >= 1 && number <= slices.length) return number - 1;
  throw new Error(`Use --slice with a number from 1 to ${slices.length}, or --turn with a whole number.`);
}

/** The commands of a slice, or of all. */
export function longCommands(slice) {
  const chosen = slice === null ? slices : [slices[slice]];
  const files = chosen.flatMap((one) => one.files);
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...files];
  return [
    ...(files.length > 0
      ? [{ program: process.execPath, words: vitest, environment: { TEST_LONG: "1" } }]
      : []),
    ...chosen.flatMap(({ commands }) =>
      commands.map((words) => ({ program: "npm", words: ["run", "--silent", ...words], environment: {} })),
    ),
  ];
}

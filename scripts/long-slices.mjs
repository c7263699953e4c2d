// What `npm run test:long` runs beside `npm test`: soaks, big data, walks through a plan, secondary features of pages,
// processes that are started, stopped, killed and mounted in other ways, and the guards' mutants, in slices of at most five minutes.

/**
 * Files that only run here (`*.long.*`), series and tests that run in full here (`isLong`, `itInLongRuns`) and pages that are
 * inspected on two devices here (`looks`), with the commands that go along. What measures or needs the machine to itself
 * runs file by file; elsewhere `workers` files run side by side.
 * @type {readonly { files: string[], commands: string[][], workers?: number }[]}
 */
export const slices = [
  {
    files: [
      "e2e/api/backup-refusals.long.test.ts",
      "e2e/api/load-costs.long.test.ts",
      "e2e/api/upgrade.long.test.ts",
      "e2e/api/traces-away.long.test.ts",
    ],
    commands: [],
  },
  ...[1, 2, 3].map((part) => ({ files: [], commands: [["mutants:guards", "--", "--part", `${part}/3`]] })),
  {
    files: [
      "e2e/api/deploy/compose.long.test.ts",
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
      "server/worker/engine.long.db.test.ts",
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
      "lib/killed-changes.long.db.test.ts",
      "lib/prints/labels/print-labels.long.db.test.ts",
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
      "e2e/api/deploy/runtimes.long.test.ts",
      "e2e/api/deploy/tarball.long.test.ts",
      "e2e/conformance/schemathesis.long.test.ts",
    ],
    commands: [],
  },
  {
    files: [
      "e2e/api/four-processes.long.test.ts",
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
      "e2e/api/doctor.long.test.ts",
      "e2e/api/inngest-next-mount.long.test.ts",
      "e2e/api/inngest-silent.long.test.ts",
      "e2e/api/load.long.test.ts",
      "e2e/api/next-mount.long.test.ts",
      "e2e/api/prints-next-mount.long.test.ts",
      "e2e/api/redirect-next-mount.long.test.ts",
      "e2e/api/standalone-mount.long.test.ts",
      "e2e/api/start.long.test.ts",
      "e2e/api/start-errors.long.test.ts",
      "e2e/api/third-party-database.long.test.ts",
      "e2e/api/traces-next-mount.long.test.ts",
      "e2e/api/webhooks-on-inngest.long.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/admin-sweep.long.test.ts",
      "e2e/api/auth-session.test.ts",
      "e2e/api/client/listen.long.test.ts",
      "e2e/api/dashboard-plans.long.test.ts",
      "e2e/api/first-operator.long.test.ts",
      "e2e/api/key-limits.long.test.ts",
      "e2e/api/prints.long.test.ts",
      "e2e/pages/codes-selection-access.long.test.ts",
      "e2e/pages/first-operator.long.test.ts",
      "e2e/pages/mcp.test.ts",
      "e2e/pages/smart-targets.test.ts",
      "e2e/pages/two-factor.long.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/admin-pages.test.ts",
      "e2e/api/auth-mails.test.ts",
      "e2e/api/dashboard-strangers.test.ts",
      "e2e/api/kill-database.long.test.ts",
      "e2e/pages/admin-health.long.test.ts",
      "e2e/pages/auth-forms.long.test.ts",
      "e2e/pages/codes-deletion.test.ts",
      "e2e/pages/codes-screen.long.test.ts",
      "e2e/pages/codes.test.ts",
      "e2e/pages/domain-forms.long.test.ts",
      "e2e/pages/prints.long.test.ts",
      "e2e/pages/toasts.long.test.ts",
      "lib/codes/soft-delete-races.long.db.test.ts",
      "lib/scans/recorder-away.long.db.test.ts",
      "e2e/pages/docs-webhooks.long.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/admin.long.test.ts",
      "e2e/api/auth-no-mail.long.test.ts",
      "e2e/api/outgoing.long.test.ts",
      "e2e/api/redirect-faults.long.test.ts",
      "e2e/pages/access.long.test.ts",
      "e2e/pages/account-journey.long.test.ts",
      "e2e/pages/admin.long.test.ts",
      "e2e/pages/bulk-import-screen.long.test.ts",
      "e2e/pages/detail-changes.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/admin-codes.long.test.ts",
      "e2e/api/auth-limits.long.test.ts",
      "e2e/api/live-scans.long.test.ts",
      "e2e/pages/analytics-live.long.test.ts",
      "e2e/pages/auth.test.ts",
      "e2e/pages/codes-selection.test.ts",
      "e2e/pages/dashboard-weight.long.test.ts",
      "e2e/pages/detail.test.ts",
      "e2e/pages/home-copies.test.ts",
      "e2e/pages/home-types.test.ts",
      "e2e/pages/shell.long.test.ts",
      "e2e/pages/webhooks-console.test.ts",
      "inngest/runs.long.db.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/admin-operator.long.test.ts",
      "e2e/api/admin-support.long.test.ts",
      "e2e/api/analytics.long.test.ts",
      "e2e/api/client/go.long.test.ts",
      "e2e/api/docs-samples.long.test.ts",
      "e2e/api/traces-private.long.test.ts",
      "e2e/api/traces.long.test.ts",
      "e2e/pages/codes-many.long.test.ts",
      "e2e/pages/dashboard-focus.long.test.ts",
      "e2e/pages/dashboard-access.long.test.ts",
      "e2e/pages/deliveries-access.long.test.ts",
      "e2e/pages/docs-reference.long.test.ts",
      "e2e/pages/goals.long.test.ts",
      "e2e/pages/home-look.long.test.ts",
      "e2e/pages/support.long.test.ts",
      "lib/scans/generate/generate.long.db.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/client/failures.long.test.ts",
      "e2e/api/client/quick-start.long.test.ts",
      "e2e/api/deletion.long.test.ts",
      "e2e/api/inngest.long.test.ts",
      "e2e/pages/account-hostile.long.test.ts",
      "e2e/pages/account.long.test.ts",
      "e2e/pages/analytics.test.ts",
      "e2e/pages/dashboard-layers.long.test.ts",
      "e2e/pages/docs.long.test.ts",
      "e2e/pages/domains.long.test.ts",
      "e2e/pages/plan.test.ts",
      "lib/prints/make-files.long.db.test.ts",
      "scripts/contributing.long.test.ts",
      "server/worker/shared-places.long.db.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/client/command-failures.long.test.ts",
      "e2e/api/client/command.long.test.ts",
      "e2e/api/dashboard-forms.test.ts",
      "e2e/api/demo.long.test.ts",
      "e2e/api/keys-canary.long.test.ts",
      "e2e/pages/account-access.long.test.ts",
      "e2e/pages/bulk-import.test.ts",
      "e2e/pages/editor-change.long.test.ts",
      "e2e/pages/export.test.ts",
      "e2e/pages/home-screen.long.test.ts",
      "e2e/pages/keys-usage.long.test.ts",
      "e2e/pages/opened-access.long.test.ts",
      "lib/rollups/partitions.long.db.test.ts",
      "lib/scans/polling.long.db.test.ts",
      "lib/webhooks/delivery/auto-disable.long.db.test.ts",
      "server/database/embedded-postgres.long.db.test.ts",
    ],
    commands: [],
  },
  {
    workers: 3,
    files: [
      "e2e/api/client/python.long.test.ts",
      "e2e/api/dashboard-foreign-ids.test.ts",
      "e2e/api/redirect-map.long.test.ts",
      "e2e/pages/bulk-import-files.long.test.ts",
      "e2e/pages/deliveries-console.test.ts",
      "e2e/pages/docs-markdown.long.test.ts",
      "e2e/pages/editor-new.test.ts",
      "e2e/pages/keys-new.test.ts",
      "e2e/pages/sandbox-page.test.ts",
      "e2e/pages/slugs.long.test.ts",
      "inngest/sweep.long.db.test.ts",
      "lib/codes/locks.long.db.test.ts",
      "lib/platform/read-replica.long.db.test.ts",
      "server/database/backup/backup.long.db.test.ts",
    ],
    commands: [],
  },
];

/**
 * The index of the slice that the words ask for: `--slice` with its number from 1, or `--turn` with any whole number, of which each
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

/** The commands of a slice, or of all, slice by slice. */
export function longCommands(slice) {
  const chosen = slice === null ? slices : [slices[slice]];
  const runOf = ({ files, workers = 1 }) => ({
    program: process.execPath,
    words: ["node_modules/vitest/vitest.mjs", "run", ...files],
    environment: { TEST_LONG: "1", TEST_WORKERS: String(workers) },
  });
  return chosen.flatMap(({ files, commands, workers }) => [
    ...(files.length > 0 ? [runOf({ files, workers })] : []),
    ...commands.map((words) => ({
      program: "npm",
      words: ["run", "--silent", ...words],
      environment: {},
    })),
  ]);
}

import type { Reporter, TestModule } from "vitest/node";

const listed = 20;

const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7);

/** Prints the files that took longest, so that contributors see which ones cost time; not for a single one. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const rows = modules
      .map((module) => {
        const { duration, collectDuration, setupDuration } = module.diagnostic();
        return {
          name: `${module.project.name} ${module.relativeModuleId}`,
          ms: duration + collectDuration + setupDuration,
        };
      })
      .sort((one, other) => other.ms - one.ms);
    const lines = rows.slice(0, listed).map(({ name, ms }) => `${seconds(ms)} s  ${name}\n`);
    process.stdout.write(
      `\nThe ${Math.min(listed, rows.length)} slowest of ${rows.length} files:\n${lines.join("")}`,
    );
  }
}

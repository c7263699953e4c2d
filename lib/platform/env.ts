import { oncePerProcess } from "./process-state";
import { readSettings, type Settings } from "./settings";

const settings = () => oncePerProcess("settings", () => readSettings(process.env));

/**
 * The settings of this process, read at first use, so that importing this file never fails.
 * The first use throws SettingsError if one is wrong.
 */
export const env: Settings = new Proxy({} as Settings, {
  get: (_, name) => Reflect.get(settings(), name),
  has: (_, name) => Reflect.has(settings(), name),
});

/** The names in the environment that have a value; an empty string counts as unset. */
export function listSetNames(): string[] {
  return Object.keys(process.env).filter((name) => process.env[name]?.trim());
}

/**
 * Where Next asks itself for the page that a form's answer leads to, or for an action of another page: this process, as it
 * listens. Next would else take the scheme of `BASE_URL` for its own. Call it before Next answers.
 */
export function prepareNext(port: number): void {
  process.env.__NEXT_PRIVATE_ORIGIN = `http://127.0.0.1:${port}`;
}

/** Hands next-auth what it reads from the environment alone; call it before next-auth answers. */
export function prepareSignIn(secret: string): void {
  Object.assign(process.env, { NEXTAUTH_URL: env.baseUrl, NEXTAUTH_SECRET: secret });
}

/**
 * Settles what Next and React read from the environment themselves, and adds the settings of a file `.env` to those
 * that are not set. Call it before the first use of `env` and before Next is loaded.
 */
export function prepareProcess(mode: "production" | "development"): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
}

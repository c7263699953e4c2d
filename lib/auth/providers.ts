import type { Profile } from "next-auth";
import type { GithubProfile } from "next-auth/providers/github";
import github from "next-auth/providers/github";
import google, { type GoogleProfile } from "next-auth/providers/google";
import type { Provider } from "next-auth/providers/index";
import { env } from "@/lib/platform/env";
import { safeAgent } from "@/lib/platform/safe-fetch";
import type { ProviderName } from "@/lib/users/schema";

/** Providers whose settings are there, in the order in which they are offered. */
export function signInProviders(): ProviderName[] {
  return (["github", "google"] as const).filter((name) => env[name] !== undefined);
}

/** A provider that does not answer within this time is given up. */
const timeoutMs = 8_000;

const githubEmails = "https://api.github.com/user/emails";

interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** The primary address at GitHub, if it is verified. A public profile's address is ignored: GitHub does not say if it is. */
export function pickVerifiedEmail(emails: unknown): string | null {
  if (!Array.isArray(emails)) return null;
  const primary = (emails as (Partial<GithubEmail> | null)[]).find((email) => email?.primary === true);
  return primary?.verified === true && typeof primary.email === "string" ? primary.email : null;
}

/** The part of next-auth's client that asks GitHub as the person who signs in. */
interface ResourceClient {
  requestResource(
    url: string,
    accessToken: string,
    options: { headers: Record<string, string> },
  ): Promise<{ statusCode?: number | undefined; body?: Buffer | undefined }>;
}

async function readGithubEmail(client: ResourceClient, accessToken: string): Promise<string | null> {
  const headers = { Accept: "application/vnd.github+json" };
  const { statusCode, body } = await client.requestResource(githubEmails, accessToken, { headers });
  return statusCode === 200 ? pickVerifiedEmail(JSON.parse(String(body))) : null;
}

/** Set on the provider that is made: next-auth copies what it is made from property by property, and no agent outlives that. */
const httpOptions = { timeout: timeoutMs, agent: safeAgent };

/** The providers for next-auth. Each must prove by `state` and PKCE that the answer belongs to this browser's question. */
export function oauthProviders(): Provider[] {
  const providers: Provider[] = [];
  if (env.github) {
    const { id: clientId, secret: clientSecret } = env.github;
    const provider = github({ clientId, clientSecret, checks: ["pkce", "state"] });
    provider.httpOptions = httpOptions;
    provider.userinfo = {
      url: "https://api.github.com/user",
      async request({ client, tokens }) {
        const accessToken = tokens.access_token ?? "";
        const profile = await client.userinfo<GithubProfile>(accessToken);
        return { ...profile, email: await readGithubEmail(client, accessToken) } as Profile;
      },
    };
    providers.push(provider as Provider);
  }
  if (env.google) {
    const { id: clientId, secret: clientSecret } = env.google;
    const checks: ("pkce" | "state" | "nonce")[] = ["pkce", "state", "nonce"];
    const provider = google({ clientId, clientSecret, checks });
    provider.httpOptions = httpOptions;
    providers.push(provider as Provider);
  }
  return providers;
}

/** Whether the provider says that the person has proved the address: GitHub's was picked by that, Google says so. */
export function isEmailVerified(provider: ProviderName, profile: unknown): boolean {
  return provider === "github" || (profile as Partial<GoogleProfile> | undefined)?.email_verified === true;
}

import type { AuthOptions, User } from "next-auth";
import credentials from "next-auth/providers/credentials";
import { isOwnOrigin } from "@/lib/platform/cross-site";
import { env } from "@/lib/platform/env";
import { parseUrl } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { readAuthSecret } from "@/lib/platform/secrets";
import type { Origin } from "@/lib/scans/visitor";
import { type ProviderName, sessionSeconds, signInProviderNames } from "@/lib/users/schema";
import {
  endSessions,
  findSessionUser,
  type KnownDevice,
  type SignedIn,
  signInWithPassword,
  signInWithProvider,
} from "@/lib/users/sign-in";
import { codePage, type PendingSignIn } from "./pending-sign-in";
import { isEmailVerified, oauthProviders } from "./providers";
import { hasSecureCookies, readSessionClaims, sessionCookieName, writeSessionClaims } from "./session-token";

/** One request to next-auth: who asks, and what came of it that next-auth has no word for. */
export interface SignInAttempt {
  /** What limits count by. */
  client: string;
  /** What a new session is known by again. */
  from: Origin;
  /** What its browser has signed in to before. */
  devices: readonly KnownDevice[];
  host: string | undefined;
  /** Set once somebody is signed in. */
  signedIn: SignedIn | null;
  /** Set where a two-factor code is needed, too. */
  pending: PendingSignIn | null;
  target: string;
  fault: unknown;
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(signInProviderNames, name);
}

/** Where a sign-in leads: within this service, else to its first page (A10). */
function chooseTarget(requested: unknown, host: string | undefined): string {
  const target = typeof requested === "string" ? parseUrl(requested, env.baseUrl) : null;
  if (target === null) return env.baseUrl;
  return isOwnOrigin(target.origin, host, env) || target.origin === env.baseUrl ? target.href : env.baseUrl;
}

function recordSignIn(attempt: SignInAttempt, entered: SignedIn | PendingSignIn | null): void {
  if (entered === null) return;
  if (entered.sessionId === null) attempt.pending = entered;
  else attempt.signedIn = entered;
}

function passwordProvider(attempt: SignInAttempt) {
  return credentials({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    async authorize(form) {
      try {
        const { email = "", password = "" } = form ?? {};
        recordSignIn(attempt, await signInWithPassword({ email, password }, attempt));
      } catch (thrown) {
        attempt.fault = thrown;
      }
      const entered = attempt.signedIn ?? attempt.pending;
      return entered && ({ id: entered.userId } as User);
    },
  });
}

/** What next-auth reports about a user who comes back from a provider. */
type Vouched = Parameters<NonNullable<NonNullable<AuthOptions["callbacks"]>["signIn"]>>[0];

function enterByProvider(
  { account, user, profile }: Pick<Vouched, "account" | "user"> & { profile: unknown },
  from: Origin,
) {
  if (account === null || !isProvider(account.provider)) return null;
  const { provider, providerAccountId: providerUserId } = account;
  const isVerified = isEmailVerified(provider, profile);
  const email = user.email ?? null;
  return signInWithProvider(
    { provider, providerUserId, email, isEmailVerified: isVerified, name: user.name ?? null },
    from,
  );
}

function callbacksOf(attempt: SignInAttempt): NonNullable<AuthOptions["callbacks"]> {
  return {
    async signIn({ account, user, profile }) {
      const isVouchedFor = account !== null && isProvider(account.provider);
      if (isVouchedFor)
        recordSignIn(attempt, await enterByProvider({ account, user, profile }, attempt.from));
      // No session begins then: next-auth leads there instead.
      if (attempt.pending !== null) return codePage(attempt.target);
      return attempt.signedIn !== null || (isVouchedFor && "/sign-in?error=EmailNotVerified");
    },
    jwt({ token, account }) {
      if (!account) return token;
      if (attempt.signedIn === null) throw new Error("nobody was let in");
      return writeSessionClaims(attempt.signedIn, Date.now());
    },
    async session({ token }) {
      const session = readSessionClaims(token, Date.now());
      const person = session && (await findSessionUser(session));
      if (session === null || person === null) throw new Error("the session is over");
      return { user: { email: person.email, name: person.name }, expires: session.endsAt.toISOString() };
    },
    redirect({ url }) {
      attempt.target = chooseTarget(url, attempt.host);
      return attempt.target;
    },
  };
}

/** A session that is over throws by way of its callback; that is no fault to log. */
const expectedFaults = new Set(["JWT_SESSION_ERROR"]);

const logger: NonNullable<AuthOptions["logger"]> = {
  error(code, metadata) {
    if (expectedFaults.has(code)) return;
    const err = metadata instanceof Error ? metadata : metadata.error;
    log.warn({ code, err }, "signing in failed");
  },
  warn: (code) => log.warn({ code }, "next-auth warns"),
  debug: () => {},
};

/** next-auth's options for one request: encrypted cookies (the rows of sessions are `lib/users`' own), our own pages. */
export function authOptionsFor(attempt: SignInAttempt): AuthOptions {
  const secure = hasSecureCookies();
  return {
    secret: readAuthSecret(),
    providers: [passwordProvider(attempt), ...oauthProviders()],
    session: { strategy: "jwt", maxAge: sessionSeconds },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    callbacks: callbacksOf(attempt),
    events: {
      async signOut({ token }) {
        const session = readSessionClaims(token, Date.now());
        // A cookie whose session is over must not end those that came after it.
        if (session && (await findSessionUser(session))) await endSessions(session.userId);
      },
    },
    logger,
  };
}

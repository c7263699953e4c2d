import { z } from "zod";
import { parseUrl } from "@/lib/platform/errors";

/** Bounds of a password, in characters after NFKC. */
export const passwordBounds = { min: 8, max: 128 };

/**
 * What is longer than this as it was sent is no password: normalising costs the square of a run of combining marks, so
 * nothing of unbounded length may come to it.
 */
export const maxRawPassword = 1_024;

/** As `maxRawPassword`, of an address. */
const maxRawEmail = 1_000;

/** RFC 5321, 4.5.3.1, with what a mail program can show: at most 254 bytes, 64 of them before the `@`. */
const maxEmailLength = 254;
const maxLocalLength = 64;

/** An address as RFC 5322 writes it without quotes or comments; letters beyond ASCII in the domain become IDNA. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,57}[a-z0-9])$/;

/**
 * The one spelling of an email address by which people are told apart: NFKC, lower case, an international domain in
 * its ASCII form. Null where that is no address. Two addresses that look alike but aren't the same mailbox stay two:
 * letters beyond ASCII are refused before the `@`.
 */
export function normalizeEmail(text: string): string | null {
  if (text.length > maxRawEmail) return null;
  const email = text.normalize("NFKC").trim().toLowerCase();
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const domain = toAsciiDomain(email.slice(at + 1));
  if (at < 1 || domain === null || local.length > maxLocalLength || !localPart.test(local)) return null;
  const normal = `${local}@${domain}`;
  return normal.length > maxEmailLength ? null : normal;
}

function toAsciiDomain(domain: string): string | null {
  if (domainName.test(domain)) return domain;
  // Only what a URL's parser could take for syntax is kept from it: it maps letters beyond ASCII as IDNA says.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  const { hostname = "" } = parseUrl(`http://${domain}`) ?? {};
  return domainName.test(hostname) ? hostname : null;
}

const emailSchema = z
  .string()
  .max(maxRawEmail)
  .transform((text, context) => {
    const email = normalizeEmail(text);
    if (email !== null) return email;
    const message = "must be an email address like ada@example.com";
    context.addIssue({ code: "custom", message, params: { code: "invalid_format" } });
    return z.NEVER;
  });

/** A new password. NFKC, so that it is the same on every keyboard; every character counts, spaces too. */
export const passwordSchema = z
  .string()
  .max(maxRawPassword)
  .transform((text) => text.normalize("NFKC"))
  .pipe(z.string().min(passwordBounds.min).max(passwordBounds.max));

/** A password that is known already: whatever it is, it is right or wrong, and never malformed. */
const knownPasswordSchema = z
  .string()
  .min(1)
  .max(maxRawPassword)
  .transform((text) => text.normalize("NFKC"));

const nameSchema = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(100)
      .refine((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text), {
        message: "must not contain control characters or lone surrogates",
        params: { code: "invalid_characters" },
      }),
  )
  .transform((text) => (text === "" ? undefined : text))
  .optional();

/** Token of a link in a mail: 32 random bytes in base64url. */
const tokenSchema = z.string().regex(/^[\w-]{43}$/, "is incomplete; copy the whole link from the email");

/**
 * A recovery code without its hyphen. Crockford's alphabet: nothing in it is taken for anything else, and what is typed for a
 * sign that it lacks means the one that looks like it.
 */
export const recoveryCodeForm = { length: 10, alphabet: "0123456789abcdefghjkmnpqrstvwxyz" };

/** A code of the app, or a recovery code in its place; spaces and hyphens are how people read them. */
const codeSchema = z
  .string()
  .max(100)
  .transform((text) => {
    const plain = text.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
    return /^\d*$/.test(plain) ? plain : plain.toLowerCase().replace(/o/g, "0").replace(/[il]/g, "1");
  })
  .pipe(
    z
      .string()
      .regex(
        /^(?:\d{6}|[0-9a-hjkmnp-tv-z]{10})$/,
        "must have 6 digits, or the 10 characters of a recovery code",
      ),
  );

export const signUpSchema = z.object({ email: emailSchema, password: passwordSchema, name: nameSchema });
export const firstOperatorSchema = signUpSchema.extend({ token: tokenSchema });
export const nameChangeSchema = z.object({ name: nameSchema });
export const confirmSignUpSchema = z.object({ token: tokenSchema, password: knownPasswordSchema });
export const signInSchema = z.object({ email: emailSchema, password: knownPasswordSchema });
export const passwordResetRequestSchema = z.object({ email: emailSchema });
export const passwordResetSchema = z.object({ token: tokenSchema, password: passwordSchema });
export const passwordChangeSchema = z.object({
  current: knownPasswordSchema,
  next: passwordSchema,
  code: codeSchema.optional(),
});
export const emailChangeRequestSchema = z.object({
  email: emailSchema,
  password: knownPasswordSchema,
  code: codeSchema.optional(),
});
/** Without a password it is confirmed by the session of the user who asked. */
export const emailChangeSchema = z.object({ token: tokenSchema, password: knownPasswordSchema.optional() });
/** Users with a password confirm with it, others by typing their address. */
export const deletionSchema = z.object({
  password: knownPasswordSchema.optional(),
  email: emailSchema.optional(),
  code: codeSchema.optional(),
});
export const shownCodeSchema = z.object({ code: codeSchema });
/** Turns it on, or off. Users who have a password must give it. */
export const twoFactorChangeSchema = shownCodeSchema.extend({
  password: knownPasswordSchema.optional(),
});

/** Forms as they come in: text that nobody has looked at yet. */
export type SignUp = z.input<typeof signUpSchema>;
export type FirstOperator = z.input<typeof firstOperatorSchema>;
export type NameChange = z.input<typeof nameChangeSchema>;
export type ConfirmSignUp = z.input<typeof confirmSignUpSchema>;
export type SignIn = z.input<typeof signInSchema>;
export type PasswordResetRequest = z.input<typeof passwordResetRequestSchema>;
export type PasswordReset = z.input<typeof passwordResetSchema>;
export type PasswordChange = z.input<typeof passwordChangeSchema>;
export type EmailChangeRequest = z.input<typeof emailChangeRequestSchema>;
export type EmailChange = z.input<typeof emailChangeSchema>;
export type Deletion = z.input<typeof deletionSchema>;
export type ShownCodeForm = z.input<typeof shownCodeSchema>;
export type TwoFactorChange = z.input<typeof twoFactorChangeSchema>;

/** What a link in a mail, or one that the start prints, does, and the page where its form stands; the token follows as `?token=`. */
export const mailLinkPaths = {
  sign_up: "/sign-up/confirm",
  password_reset: "/reset-password",
  email_change: "/confirm-email",
  first_operator: "/sign-up/operator",
} as const;
export type MailPurpose = keyof typeof mailLinkPaths;

/** How long such a link works, in seconds. */
export const mailLinkSeconds: Record<MailPurpose, number> = {
  sign_up: 24 * 60 * 60,
  password_reset: 60 * 60,
  email_change: 60 * 60,
  first_operator: 24 * 60 * 60,
};

/** How long a session lasts from signing in, in seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** How long one may take between the password and the code, in seconds. */
export const pendingSignInSeconds = 5 * 60;

/** A browser in which a person is signed in, as they know it again: labels alone, "Unknown" where nothing is known. */
export interface UserSession {
  id: string;
  /** Mobile, Tablet, Desktop or Unknown. */
  device: string;
  os: string;
  browser: string;
  /** ISO 3166-1 alpha-2, or "Unknown". */
  country: string;
  signedInAt: string;
  /** To the quarter of an hour. */
  lastSeenAt: string;
  /** The one that asks. */
  isCurrent: boolean;
}

/** Providers by which people may sign in. */
export const signInProviderNames = { github: "GitHub", google: "Google" } as const;
export type ProviderName = keyof typeof signInProviderNames;

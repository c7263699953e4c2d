"use server";

import { refresh } from "next/cache";
import type { RecoveryCodes, TwoFactorSetUp } from "@/components/account/two-factor-forms";
import { accountMessages } from "@/components/account/validation";
import { type Answer, readFields } from "@/components/ui/form/answer";
import { openSession, readClient, readOrigin, requireSession } from "@/lib/auth";
import { fieldError } from "@/lib/platform/errors";
import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import {
  changeName,
  changePassword,
  deleteUser,
  endSession,
  requestEmailChange,
  requestPasswordReset,
} from "@/lib/users";
import { normalizeEmail } from "@/lib/users/schema";
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "@/lib/users/two-factor";
import { answerAction, answerForm, asId } from "../../answer-form";

// Each asks by itself who is signed in; the domain checks every field by the schema that the form has used.

export async function saveName(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => ({ name: readFields(data).name ?? "" });
  return answerForm(read, accountMessages.name, async (fields) => {
    const { userId } = await requireSession();
    await changeName(userId, fields);
    refresh();
    return null;
  });
}

export async function askForEmail(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  return answerForm(
    () => readAddressForm(data),
    accountMessages.email,
    async (fields) => {
      const { userId } = await requireSession();
      await requestEmailChange(userId, fields);
      return { email: fields.email.trim() };
    },
  );
}

/** Changes the password, which ends every session; this browser goes on in a new one. */
export async function savePassword(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => {
    const { current = "", next = "", code } = readFields(data);
    return { current, next, code };
  };
  return answerForm(read, accountMessages.password, async (fields) => {
    const { userId } = await requireSession();
    const signedIn = await changePassword(userId, fields, await readOrigin());
    if (signedIn !== null) await openSession(signedIn);
    return null;
  });
}

export async function mailPasswordLink(): Promise<Answer<{ email: string }>> {
  return answerAction({}, async () => {
    const { email } = await requireSession();
    await requestPasswordReset({ email }, await readClient());
    return { email };
  });
}

/** Ends one session of one's own. Its id comes from the page, so it may be anything. */
export async function endOwnSession(id: unknown): Promise<Answer<null>> {
  return answerAction(accountMessages.sessions, async () => {
    const { userId } = await requireSession();
    // The list is shown as it is now, whether this one was still in it or not.
    refresh();
    await endSession(userId, asId(id));
    return null;
  });
}

export async function deleteOwnAccount(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerForm(
    () => readAddressForm(data),
    accountMessages.deletion,
    async ({ email, password, code }) => {
      const { userId, email: own, hasPassword } = await requireSession();
      if (normalizeEmail(email) !== own) {
        const message = `email must be your address, ${own}`;
        throw fieldError("validation_failed", { field: "email", code: "wrong_address", message });
      }
      await deleteUser(userId, hasPassword ? { email, password, code } : { email, code });
      return null;
    },
  );
}

function readAddressForm(data: FormData): { email: string; password: string; code: string | undefined } {
  const { email = "", password = "", code } = readFields(data);
  return { email, password, code };
}

// Each asks by itself who is signed in; the domain checks every field by the schema that the form has used.

/** Begins to turn it on: the secret as a code that is drawn here, so that no page loads what draws it. */
export async function beginTwoFactorSetUp(): Promise<Answer<TwoFactorSetUp>> {
  return answerAction(accountMessages.twoFactor, async () => {
    const { userId } = await requireSession();
    const { secret, uri } = await beginTwoFactor(userId);
    return { secret: secret.match(/.{1,4}/g)?.join(" ") ?? secret, uri, ...drawCode(uri) };
  });
}

function drawCode(uri: string): Pick<TwoFactorSetUp, "svg" | "modules"> {
  const matrix = encodeMatrix(uri, symbolFor(null));
  const modules = matrix.size + 8;
  const { style } = resolveStyle({ size: 16 * modules }, matrix);
  return { svg: drawSvg(matrix, style, { title: "QR code for your app" }), modules };
}

export async function turnOnTwoFactor(_: unknown, data: FormData): Promise<Answer<RecoveryCodes>> {
  return answerForm(
    () => readCodeForm(data),
    accountMessages.twoFactor,
    async (fields) => {
      const { userId } = await requireSession();
      const done = await confirmTwoFactor(userId, fields);
      refresh();
      return done;
    },
  );
}

export async function makeRecoveryCodes(_: unknown, data: FormData): Promise<Answer<RecoveryCodes>> {
  const read = () => ({ code: readFields(data).code ?? "" });
  return answerForm(read, accountMessages.twoFactor, async (fields) => {
    const { userId } = await requireSession();
    const done = await renewRecoveryCodes(userId, fields);
    refresh();
    return done;
  });
}

export async function endTwoFactor(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerForm(
    () => readCodeForm(data),
    accountMessages.twoFactor,
    async (fields) => {
      const { userId } = await requireSession();
      await turnOffTwoFactor(userId, fields);
      refresh();
      return null;
    },
  );
}

function readCodeForm(data: FormData): { code: string; password: string | undefined } {
  const { code = "", password } = readFields(data);
  return { code, password };
}

"use server";

import { refresh } from "next/cache";
import type { RecoveryCodes, TwoFactorSetUp } from "@/components/account/two-factor-forms";
import { accountWords } from "@/components/account/validation";
import { type Answer, readFields } from "@/components/ui/form/answer";
import { requireSession } from "@/lib/auth";
import { drawSvg, encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "@/lib/users/two-factor";
import { answerAction, answerForm } from "../../answer-form";

// Each asks by itself who is signed in; the domain checks every field by the schema that the form has used.

/** Begins to turn it on: the secret as a code that is drawn here, so that no page loads what draws it. */
export async function beginTwoFactorSetUp(): Promise<Answer<TwoFactorSetUp>> {
  return answerAction(accountWords.twoFactor, async () => {
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
    accountWords.twoFactor,
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
  return answerForm(read, accountWords.twoFactor, async (fields) => {
    const { userId } = await requireSession();
    const done = await renewRecoveryCodes(userId, fields);
    refresh();
    return done;
  });
}

export async function endTwoFactor(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerForm(
    () => readCodeForm(data),
    accountWords.twoFactor,
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

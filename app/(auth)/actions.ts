"use server";

import { emailWords, newPasswordWords, signInWords, signUpWords } from "@/components/auth/words";
import type { Answer } from "@/components/ui/form/answer";
import { readFields } from "@/components/ui/form/read";
import { readClient } from "@/lib/auth";
import { confirmEmailChange, confirmSignUp, requestPasswordReset, resetPassword, signUp } from "@/lib/users";
import { answerForm } from "../answer-form";

// Thin skins: the domain checks every field by the schema that the form has used, and counts who asks.

export async function requestAccount(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const { email = "", password = "", name = "" } = readFields(data);
  const fields = { email, password, name };
  return answerForm(fields, signUpWords, async () => {
    await signUp(fields, await readClient());
    return { email: email.trim() };
  });
}

export async function finishAccount(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const { token = "", password = "" } = readFields(data);
  const words = {
    ...signInWords,
    "password:wrong_password": "This is not the password that was chosen at sign-up.",
  };
  return answerForm({ token, password }, words, () => confirmSignUp({ token, password }));
}

export async function requestReset(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const { email = "" } = readFields(data);
  return answerForm({ email }, emailWords, async () => {
    await requestPasswordReset({ email }, await readClient());
    return { email: email.trim() };
  });
}

export async function resetByLink(_: unknown, data: FormData): Promise<Answer<null>> {
  const { token = "", password = "" } = readFields(data);
  return answerForm({ token, password }, newPasswordWords("password"), async () => {
    await resetPassword({ token, password });
    return null;
  });
}

export async function changeEmailByLink(_: unknown, data: FormData): Promise<Answer<null>> {
  const { token = "" } = readFields(data);
  return answerForm({ token }, {}, async () => {
    await confirmEmailChange({ token });
    return null;
  });
}

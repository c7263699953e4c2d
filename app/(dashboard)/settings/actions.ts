"use server";

import { refresh } from "next/cache";
import { accountWords } from "@/components/account/words";
import type { Answer } from "@/components/ui/form/answer";
import { readFields } from "@/components/ui/form/read";
import { readClient, requireSession } from "@/lib/auth";
import { fieldError } from "@/lib/platform/errors";
import {
  changeName,
  changePassword,
  deleteUser,
  requestEmailChange,
  requestPasswordReset,
} from "@/lib/users";
import { normalizeEmail } from "@/lib/users/schema";
import { answerForm } from "../../answer-form";

// Each asks by itself who is signed in; the domain checks every field by the schema that the form has used.

export async function saveName(_: unknown, data: FormData): Promise<Answer<null>> {
  const { userId } = await requireSession();
  const { name = "" } = readFields(data);
  return answerForm({ name }, accountWords.name, async () => {
    await changeName(userId, { name });
    refresh();
    return null;
  });
}

export async function askForEmail(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const { userId } = await requireSession();
  const { email = "", password = "" } = readFields(data);
  return answerForm({ email, password }, accountWords.email, async () => {
    await requestEmailChange(userId, { email, password });
    return { email: email.trim() };
  });
}

export async function savePassword(_: unknown, data: FormData): Promise<Answer<null>> {
  const { userId } = await requireSession();
  const { current = "", next = "" } = readFields(data);
  return answerForm({ current, next }, accountWords.password, async () => {
    await changePassword(userId, { current, next });
    return null;
  });
}

export async function mailPasswordLink(): Promise<Answer<{ email: string }>> {
  const { email } = await requireSession();
  return answerForm({}, {}, async () => {
    await requestPasswordReset({ email }, await readClient());
    return { email };
  });
}

export async function deleteOwnAccount(_: unknown, data: FormData): Promise<Answer<null>> {
  const { userId, email: own, hasPassword } = await requireSession();
  const { email = "", password = "" } = readFields(data);
  return answerForm({ email, password }, accountWords.deletion, async () => {
    if (normalizeEmail(email) !== own) {
      const message = `email must be your address, ${own}`;
      throw fieldError("validation_failed", { field: "email", code: "wrong_address", message });
    }
    await deleteUser(userId, hasPassword ? { email, password } : { email });
    return null;
  });
}

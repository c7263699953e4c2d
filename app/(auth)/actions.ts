"use server";

import {
  emailMessages,
  firstOperatorMessages,
  newPasswordMessages,
  signInMessages,
  signUpMessages,
} from "@/components/auth/validation";
import { type Answer, readFields } from "@/components/ui/form/answer";
import { findSession, keepDevice, readClient } from "@/lib/auth";
import {
  confirmEmailChange,
  confirmSignUp,
  createFirstOperator,
  requestPasswordReset,
  resetPassword,
  signUp,
} from "@/lib/users";
import { answerForm } from "../answer-form";

// Thin skins: the domain checks every field by the schema that the form has used, and counts who asks.

export async function requestAccount(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  return answerForm(
    () => readAccountForm(data),
    signUpMessages,
    async (fields) => {
      await signUp(fields, await readClient());
      return { email: fields.email.trim() };
    },
  );
}

export async function finishAccount(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const words = {
    ...(data.has("isChoice") ? newPasswordMessages("password") : signInMessages),
    "password:wrong_password": "This is not the password you chose at sign-up.",
  };
  return answerForm(() => readLinkForm(data), words, confirmSignUp);
}

export async function createOperator(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const read = () => ({ token: readFields(data).token ?? "", ...readAccountForm(data) });
  return answerForm(read, firstOperatorMessages, createFirstOperator);
}

export async function requestReset(_: unknown, data: FormData): Promise<Answer<{ email: string }>> {
  const read = () => ({ email: readFields(data).email ?? "" });
  return answerForm(read, emailMessages, async ({ email }) => {
    await requestPasswordReset({ email }, await readClient());
    return { email: email.trim() };
  });
}

export async function resetByLink(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerForm(
    () => readLinkForm(data),
    newPasswordMessages("password"),
    async (fields) => {
      await keepDevice(await resetPassword(fields));
      return null;
    },
  );
}

export async function changeEmailByLink(_: unknown, data: FormData): Promise<Answer<null>> {
  const words = {
    ...signInMessages,
    "password:wrong_password": "This is not the password of the account that requested this change.",
  };
  const read = () => {
    const { token = "", password } = readFields(data);
    return { token, password };
  };
  return answerForm(read, words, async (fields) => {
    const session = await findSession();
    await confirmEmailChange(fields, session?.userId ?? null);
    return null;
  });
}

function readAccountForm(data: FormData): { email: string; password: string; name: string } {
  const { email = "", password = "", name = "" } = readFields(data);
  return { email, password, name };
}

function readLinkForm(data: FormData): { token: string; password: string } {
  const { token = "", password = "" } = readFields(data);
  return { token, password };
}

import type { Metadata } from "next";
import { ForgotForm } from "@/components/auth/reset-forms";
import { findMailbox, findMailHelp } from "../../mailbox";
import { requestReset } from "../actions";

export const metadata: Metadata = { title: "Choose a new password" };

export default function ForgotPasswordPage() {
  return <ForgotForm requestReset={requestReset} mailbox={findMailbox()} mailHelp={findMailHelp()} />;
}

import type { Metadata } from "next";
import { AuthPage } from "@/components/auth/auth-page";
import { ButtonLink } from "@/components/ui/links";

export const metadata: Metadata = { title: "The account is deleted", robots: { index: false } };

export default function GoodbyePage() {
  return (
    <AuthPage
      isNews
      title="The account is deleted"
      lead="Everything in it was deleted. Printed static codes keep working, because they contain their content; dynamic ones open a page that says the code is gone."
    >
      <ButtonLink href="/" shape="large">
        Create a code without an account
      </ButtonLink>
    </AuthPage>
  );
}

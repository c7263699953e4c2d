import { Plus } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "../../ui/button";
import { LinkSign } from "../../ui/link-sign";

export function NewCode() {
  return (
    <Link href="/codes/new" prefetch={false} className={buttonClasses({ kind: "primary" })}>
      <LinkSign>
        <Plus size={16} strokeWidth={1.6} aria-hidden />
      </LinkSign>
      New code
    </Link>
  );
}

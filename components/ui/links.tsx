import type { VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "./button";

/** A link within a text to another page, which is fetched only when it is followed. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="link">
      {children}
    </Link>
  );
}

interface ButtonLinkProps extends VariantProps<typeof buttonClasses> {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button; its page is fetched only when it is followed. */
export function ButtonLink({ href, children, ...look }: ButtonLinkProps) {
  return (
    <Link href={href} prefetch={false} className={buttonClasses(look)}>
      {children}
    </Link>
  );
}

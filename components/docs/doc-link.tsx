import Link from "next/link";

/** A link within text or a list, as high as a finger where one points. */
export function DocLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="link inline-flex items-center touch:min-h-11 touch:min-w-11"
    >
      {children}
    </Link>
  );
}

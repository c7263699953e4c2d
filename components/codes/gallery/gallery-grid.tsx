import type { ReactNode } from "react";

/** Two columns on phones, three, four; from 1,600 px on as many as fit. */
export function GalleryGrid({ children }: { children: ReactNode }) {
  return <ul className="code-gallery page-x pt-2 pb-8">{children}</ul>;
}

"use client";

import { type ReactNode, useLayoutEffect, useRef } from "react";

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  /** Where else one may have wanted to go. */
  foot?: ReactNode;
  isNews?: boolean;
  children?: ReactNode;
}

export function AuthPage({ title, lead, foot, isNews = false, children }: AuthPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the paint, so that the first key press already acts on the new heading.
  useLayoutEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <div className="max-w-[25rem]">
      <h1 ref={heading} tabIndex={-1} className="text-title-lg outline-none">
        {title}
      </h1>
      {lead !== undefined && <div className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{lead}</div>}
      {children !== undefined && <div className="mt-6">{children}</div>}
      {foot !== undefined && <p className="mt-8 border-t border-line pt-4 text-small text-ink-2">{foot}</p>}
    </div>
  );
}

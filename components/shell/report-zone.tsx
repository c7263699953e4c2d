"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { zoneCookie } from "./zone-cookie";

const yearSeconds = 365 * 24 * 60 * 60;

interface ReportZoneProps {
  /** The zone that the page was made with; left out: none, and nothing need be made again. */
  known?: string;
}

/** Tells the server the browser's time zone, at sign-in and on account pages, which are made again when it is new. */
export function ReportZone({ known }: ReportZoneProps) {
  const router = useRouter();
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (timeZone === known) return;
    const cookie = `${zoneCookie}=${encodeURIComponent(timeZone)}`;
    // A zone that the server doesn't know stays UTC: it is told once.
    if (document.cookie.split("; ").includes(cookie)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser.
    document.cookie = `${cookie}; path=/; max-age=${yearSeconds}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
    if (known !== undefined) router.refresh();
  }, [known, router]);
  return null;
}

"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext } from "react";

/** Goes to another state of the page; a frame around it may take this over, to show that it is on its way. */
export const GoContext = createContext<((href: string) => void) | null>(null);

/** How a control of a chart goes to an address of the same page: what one looks at stays where it is. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return useContext(GoContext) ?? ((href) => router.push(href, { scroll: false }));
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { guardLeaving } from "../ui/navigation-guard";

type Go = () => void;

/** Asks before changes are lost: at links, navigation by code and Back (`isAsking`); closing the tab asks in the browser's words. */
export function useLeaveGuard(isDirty: boolean) {
  const router = useRouter();
  const [hold] = useState(createHold);
  const [way, setWay] = useState<{ go: Go } | null>(null);
  const isLeaving = useRef(false);
  const hasChanges = useRef(isDirty);
  hasChanges.current = isDirty;
  const pass = useRef((go: Go) => {
    isLeaving.current = true;
    hold.release(go);
  }).current;
  useEffect(() => {
    if (!isDirty) return;
    const onClose = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    hold.take();
    addEventListener("beforeunload", onClose);
    return () => removeEventListener("beforeunload", onClose);
  }, [isDirty, hold]);
  useEffect(() => {
    const request = (go: Go) => (hasChanges.current && !isLeaving.current ? setWay({ go }) : pass(go));
    const onClick = (event: MouseEvent) => {
      const href = findHref(event);
      if (href === null || isLeaving.current || !(hasChanges.current || hold.isHeld())) return;
      event.preventDefault();
      event.stopPropagation();
      request(() => router.push(href));
    };
    const onBack = () => {
      if (isLeaving.current || !hold.isHeld()) return;
      hold.lose();
      request(() => history.back());
    };
    const leaveGate = guardLeaving(request);
    // Before the router's own listener.
    addEventListener("click", onClick, true);
    addEventListener("popstate", onBack);
    return () => {
      leaveGate();
      removeEventListener("click", onClick, true);
      removeEventListener("popstate", onBack);
    };
  }, [router, hold, pass]);
  return {
    isAsking: way !== null,
    stay() {
      hold.take();
      setWay(null);
    },
    leave() {
      setWay(null);
      if (way !== null) pass(way.go);
    },
    /** Leaves without being asked: there is nothing left to lose. */
    pass,
  };
}

/** Where a click would lead away from this page within this tab; null for any other. */
function findHref(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!isPlain || link === null || link.href === "" || link.hasAttribute("download")) return null;
  if ((link.target !== "" && link.target !== "_self") || link.origin !== location.origin) return null;
  if (link.pathname === location.pathname && link.search === location.search) return null;
  return link.pathname + link.search + link.hash;
}

/** A second history entry over this page's, so that Back can be asked about. At most one; removed before anything else goes. */
function createHold() {
  let isHeld = false;
  return {
    isHeld: () => isHeld,
    take() {
      if (isHeld) return;
      history.pushState(null, "", location.href);
      isHeld = true;
    },
    /** Back has left it. */
    lose() {
      isHeld = false;
    },
    /** Takes it away, then goes. */
    release(go: () => void) {
      if (!isHeld) return go();
      isHeld = false;
      addEventListener("popstate", () => go(), { once: true });
      history.back();
    },
  };
}

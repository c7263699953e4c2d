"use client";

import { useEffect, useState } from "react";

/** The document's request id, from <body>; undefined after a client navigation, where it would be another request's. */
export function useRequestId(): string | undefined {
  const [requestId, setRequestId] = useState<string | undefined>();
  useEffect(() => {
    const [brought] = performance.getEntriesByType("navigation");
    const came = brought === undefined ? "" : new URL(brought.name).pathname;
    if (came === location.pathname) setRequestId(document.body.dataset.request);
  }, []);
  return requestId;
}

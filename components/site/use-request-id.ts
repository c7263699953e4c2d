"use client";

import { useEffect, useState } from "react";

/**
 * The id of the request that brought the document, as the layout keeps it on <body>; undefined on a page that was come to
 * without a document of its own, since the id would be another request's.
 */
export function useRequestId(): string | undefined {
  const [requestId, setRequestId] = useState<string | undefined>();
  useEffect(() => {
    const [brought] = performance.getEntriesByType("navigation");
    const came = brought === undefined ? "" : new URL(brought.name).pathname;
    if (came === location.pathname) setRequestId(document.body.dataset.request);
  }, []);
  return requestId;
}

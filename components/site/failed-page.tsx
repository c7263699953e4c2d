"use client";

import { useEffect, useState } from "react";
import { Button } from "../ui/button";
import { LostPage } from "./lost-page";

export function FailedPage({ retry }: { retry: () => void }) {
  return (
    <LostPage
      title="Something went wrong on our side"
      sentence="The page failed to load. Nothing was changed."
      requestId={useRequestId()}
    >
      <Button kind="primary" shape="large" onClick={retry}>
        Try again
      </Button>
    </LostPage>
  );
}

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

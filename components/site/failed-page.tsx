"use client";

import { Button } from "../ui/button";
import { LostPage } from "./lost-page";
import { useRequestId } from "./use-request-id";

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

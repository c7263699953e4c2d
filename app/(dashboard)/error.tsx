"use client";

import { useEffect, useState } from "react";
import { LostPage } from "@/components/site/lost-page";
import { Button } from "@/components/ui/button";

/** What stands in the place of a page of the account that failed; the way to the others stays. */
export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  const [requestId, setRequestId] = useState<string | undefined>();
  useEffect(() => setRequestId(document.body.dataset.request), []);
  return (
    <LostPage
      title="That didn't work on our side"
      sentence="The page failed while it was made. Nothing was changed."
      requestId={requestId}
    >
      <Button kind="primary" shape="large" onClick={retry}>
        Try again
      </Button>
    </LostPage>
  );
}

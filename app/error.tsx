"use client";

import { useEffect, useState } from "react";
import { LostPage } from "@/components/site/lost-page";
import { Button } from "@/components/ui/button";

/** What a page shows that failed while it was made. The request's id is kept on <body> by the layout. */
export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  const [requestId, setRequestId] = useState<string | undefined>();
  useEffect(() => setRequestId(document.body.dataset.request), []);
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <LostPage
        title="That didn't work on our side"
        sentence="The page failed while it was made. Nothing was changed."
        requestId={requestId}
      >
        <Button kind="primary" shape="large" onClick={retry}>
          Try again
        </Button>
      </LostPage>
    </main>
  );
}

"use client";

import { LostPage } from "@/components/site/lost-page";
import { Button } from "@/components/ui/button";
import { fontClasses } from "./fonts";
import "./globals.css";

export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en-GB" className={fontClasses}>
      <body className="font-sans">
        <title>That didn't work · Quietzone</title>
        <main className="flex min-h-dvh flex-col">
          <LostPage
            title="Something went wrong on our side"
            sentence="The page couldn't be loaded. Nothing was changed."
          >
            <Button kind="primary" shape="large" onClick={retry}>
              Try again
            </Button>
          </LostPage>
        </main>
      </body>
    </html>
  );
}

"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import type { ViewPage } from "@/lib/saved-views/schema";
import { buttonClasses } from "../ui/button";
import { loadLater } from "../ui/load-later";
import type { ViewActions } from "./views-dialog";

const ViewsDialog = loadLater(() => import("./views-dialog").then((loaded) => loaded.ViewsDialog));

interface ViewsButtonProps {
  /** The query of the page as it is shown. */
  query: string;
  page: ViewPage;
  actions: ViewActions;
}

export function ViewsButton(props: ViewsButtonProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={buttonClasses({ kind: "ghost", className: "-mr-[14px]" })}
      >
        <Bookmark size={16} strokeWidth={1.6} aria-hidden />
        Saved views
      </button>
      {isOpen !== null && (
        <ViewsDialog {...props} isOpen={isOpen} onClose={() => setOpen(false)} onGone={() => setOpen(null)} />
      )}
    </>
  );
}

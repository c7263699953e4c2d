import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClasses } from "../ui/button";
import { LinkSign } from "../ui/link-sign";
import { SubmitButton } from "../ui/submit-button";

interface EditorHeaderProps {
  title: string;
  /** Where one comes from. */
  back: string;
  /** Of the plan: which code this will be. */
  quota: ReactNode;
  isBusy: boolean;
  verb: string;
  busyWord: string;
}

/** Title and Save, always in sight; on phones Save lies above the places at the foot. */
export function EditorHeader({ title, back, quota, isBusy, verb, busyWord }: EditorHeaderProps) {
  return (
    <header className="flex min-h-14 items-center gap-3 border-b border-line bg-surface px-4 md:min-h-16 md:px-6 xl:px-8 2xl:px-10">
      <Link
        href={back}
        prefetch={false}
        aria-label="Back"
        className={buttonClasses({ kind: "ghost", shape: "icon", className: "-ml-2.5" })}
      >
        <LinkSign>
          <ArrowLeft size={16} strokeWidth={1.6} aria-hidden />
        </LinkSign>
      </Link>
      <h1 className="min-w-0 flex-1 truncate text-title">{title}</h1>
      <div className="foot-bar flex items-center gap-3">
        {quota}
        <Link
          href={back}
          prefetch={false}
          className={buttonClasses({ kind: "secondary", className: "max-md:hidden" })}
        >
          Cancel
        </Link>
        <SubmitButton
          isBusy={isBusy}
          busyWord={busyWord}
          className="max-md:h-11 max-md:flex-1 max-md:text-lead"
        >
          {verb}
        </SubmitButton>
      </div>
    </header>
  );
}

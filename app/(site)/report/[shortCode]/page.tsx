import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { reportMessages } from "@/components/report/messages";
import { ReportForm } from "@/components/report/report-form";
import { shortUrlOf } from "@/lib/platform/env";
import { isShortPath } from "@/lib/platform/short-path";
import { maxNoteLength } from "@/lib/reports/schema";
import { readLanguage } from "../../../request";
import { sendReport } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: reportMessages[await readLanguage()].title, robots: { index: false } };
}

/** Where anybody reports a code, in the language of the page that led here. Whether there is such a code is not said. */
export default async function ReportPage({ params }: { params: Promise<{ shortCode: string }> }) {
  const { shortCode } = await params;
  if (!isShortPath(shortCode)) notFound();
  const language = await readLanguage();
  return (
    <div lang={language} className="mx-auto w-full max-w-[27rem] px-4 py-8 md:py-16">
      <ReportForm
        shortUrl={shortUrlOf(shortCode)}
        words={reportMessages[language]}
        maxNoteLength={maxNoteLength}
        send={sendReport.bind(null, shortCode)}
      />
    </div>
  );
}

import { Suspense } from "react";
import { FailedPart } from "../../ui/failed-part";
import { SkeletonText } from "../../ui/skeleton";
import { sayWeek } from "../delete-messages";
import type { DetailActions } from "./actions";
import { type EndableCode, EndButtons } from "./danger-buttons";
import { Section } from "./section";

interface EndBlockProps {
  code: EndableCode;
  /** Scans of the last seven days; null where they can't be told. */
  weekScans: Promise<number | null>;
  actions: DetailActions;
}

/** The way out, with what it would stop: last on the page. */
export function EndBlock({ code, weekScans, actions }: EndBlockProps) {
  return (
    <Section id="end" title="End this code">
      <div className="max-w-[66ch] text-ink-2">
        {code.isDynamic ? (
          <FailedPart what="This week's scans">
            <Suspense fallback={<SkeletonText className="w-72" />}>
              <Consequence weekScans={weekScans} isOff={code.isOff} />
            </Suspense>
          </FailedPart>
        ) : (
          <p>
            It holds its content itself, so what is printed goes on working, whatever happens here. Deleting
            takes it out of your codes.
          </p>
        )}
      </div>
      <EndButtons code={code} actions={actions} />
    </Section>
  );
}

async function Consequence({ weekScans, isOff }: Pick<EndBlockProps, "weekScans"> & { isOff: boolean }) {
  const scans = sayWeek(await weekScans);
  return isOff ? (
    <p>{scans} It's off: people who scan a printed copy see a page that says it's closed.</p>
  ) : (
    <p>
      {scans} Once it's off, people who scan a printed copy see a page that says it's closed. Once it's
      deleted, one that says it's gone.
    </p>
  );
}

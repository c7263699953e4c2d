import type { ReactNode } from "react";
import type { Tab } from "../qr-builder/draft/draft";
import { ChoiceCard } from "../ui/checkbox";

const held: Record<Tab, { what: string; direct: string }> = {
  url: { what: "the address", direct: "It works without our service" },
  wifi: { what: "the network", direct: "Phones join at once, without the internet" },
  contact: { what: "the card", direct: "Phones offer to save it, without the internet" },
  vcard: { what: "the card", direct: "Phones offer to save it, without the internet" },
  email: { what: "the message", direct: "Phones open it to be sent" },
  sms: { what: "the message", direct: "Phones open it to be sent" },
  text: { what: "the text", direct: "Phones show it, without the internet" },
};

interface AfterPrintingProps {
  type: Tab;
  isDynamic: boolean;
  dynamicNote: string | null;
  onChoose: (isDynamic: boolean) => void;
}

/** Whether what is printed can still change; the one choice that can't be undone. */
export function AfterPrinting({ type, isDynamic, dynamicNote, onChoose }: AfterPrintingProps) {
  const { what, direct } = held[type];
  const where = type === "url" ? "where it goes" : "what it opens";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">After printing</legend>
      <div className="after-printing grid gap-3 sm:grid-cols-2">
        <ChoiceCard
          name="isDynamic"
          value="dynamic"
          title="Dynamic"
          isChosen={isDynamic}
          onChoose={() => onChoose(true)}
        >
          The code holds a short link. You can change {where} at any time, and scans are counted.
          {dynamicNote !== null && <span className="mt-1.5 block font-medium text-warn">{dynamicNote}</span>}
        </ChoiceCard>
        <ChoiceCard
          name="isDynamic"
          value="static"
          title="Static"
          isChosen={!isDynamic}
          onChoose={() => onChoose(false)}
        >
          The code holds {what} itself. {direct}, and it can't be changed once printed.
        </ChoiceCard>
      </div>
    </fieldset>
  );
}

/** What becomes of printed copies of a stored code. */
export function AsItIs({ type, shortUrl }: { type: Tab; shortUrl: string | null }) {
  return (
    <div>
      <p className="mb-1.5 text-small font-medium">After printing</p>
      {shortUrl === null ? (
        <Fact title="Static">
          The code holds {held[type].what} itself. Printed copies don't change; new content needs a new
          picture.
        </Fact>
      ) : (
        <Fact title="Dynamic">
          The code holds <span className="font-mono text-mono [overflow-wrap:anywhere]">{shortUrl}</span>.
          Printed copies open the new content as soon as you save.
        </Fact>
      )}
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="max-w-[66ch] text-small text-ink-2">
      <span className="font-medium text-ink">{title}.</span> {children}
    </p>
  );
}

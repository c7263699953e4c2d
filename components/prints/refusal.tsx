import { Notice } from "../ui/notice";
import type { Refused } from "./problem";

const mostShown = 5;

/** Why there is no file: the codes or labels that stop it, and what to change. */
export function RefusalNotice({ refusal: { code, message, details, hint } }: { refusal: Refused }) {
  const others = details.length - mostShown;
  return (
    <Notice tone="stop" isAlert title={code === "not_scannable" ? "Don't print this" : undefined}>
      {details.length > 1 ? (
        <>
          {details.slice(0, mostShown).map(({ field, message: words }) => (
            <span key={`${field} ${words}`} className="block">
              {words}.
            </span>
          ))}
          {others > 0 && <span className="block">{others} more like these.</span>}
        </>
      ) : (
        message
      )}
      {hint !== undefined && <span className="mt-1 block">{hint}</span>}
    </Notice>
  );
}

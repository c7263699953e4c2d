import { tooLong } from "@/components/analytics/blocks/panel";
import { ServiceError } from "@/lib/platform/errors";

/** Throws the fault on; one that the page has words for with the name that a browser knows it by. */
export function nameFault(fault: unknown): never {
  const isTooLong = fault instanceof ServiceError && fault.details?.some(({ code }) => code === "too_long");
  throw isTooLong ? Object.assign(fault, { digest: tooLong }) : fault;
}

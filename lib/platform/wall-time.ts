import { Temporal } from "temporal-polyfill";
import { fieldError } from "./errors";

/**
 * The instant at which the clocks of a zone show `2027-01-31T12:00`, in ISO 8601. Throws `validation_failed` at the field for what is
 * no such time, and for one that the clocks pass over or show twice: which was meant is not guessed.
 *
 * @param zone a name that this runtime knows.
 */
export function readWallTime(text: string, zone: string, field: string): string {
  const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
  const wrong = (code: string, message: string) => fieldError("validation_failed", { field, code, message });
  let time: Temporal.PlainDateTime;
  try {
    if (!shape.test(text)) throw new RangeError();
    time = Temporal.PlainDateTime.from(text, { overflow: "reject" });
  } catch {
    throw wrong("invalid_date", `${field} must be a day and a time, like 2027-01-31 12:00`);
  }
  try {
    return new Date(time.toZonedDateTime(zone, { disambiguation: "reject" }).epochMilliseconds).toISOString();
  } catch {
    const [first, last] = [readWith("earlier"), readWith("later")];
    // Clocks that go back show a time twice; those that go forward pass it over, and then both readings miss it.
    if (first.toPlainDateTime().equals(time) && last.toPlainDateTime().equals(time))
      throw wrong(
        "time_comes_twice",
        `${field} comes twice on that day, because clocks go back; choose another time`,
      );
    throw wrong(
      "time_passed_over",
      `${field} does not exist on that day, because clocks go forward; choose another time`,
    );
  }

  function readWith(disambiguation: "earlier" | "later") {
    return time.toZonedDateTime(zone, { disambiguation });
  }
}

/** What the clocks of a zone show at an instant, as a form's control takes it: `2027-01-31T12:00`. */
export function writeWallTime(iso: string, zone: string): string {
  const time = Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDateTime();
  return time.toString({ smallestUnit: time.second === 0 && time.millisecond === 0 ? "minute" : "second" });
}

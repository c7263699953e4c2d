import { type ErrorCode, fieldError, mergeErrors, type ServiceError } from "@/lib/platform/errors";

/** What is wrong with one content string, gathered so that its author learns all of it at once. */
export class Faults {
  readonly #errors: ServiceError[] = [];

  /**
   * Notes a fault at `content` or `content.<member>`; `bounds` stand beside the message in the detail.
   *
   * @param says the rest of a sentence that begins with the field.
   */
  add(
    field: string,
    detailCode: string,
    says: string,
    bounds: Record<string, unknown> = {},
    code: ErrorCode = "invalid_content",
  ): void {
    this.#errors.push(fieldError(code, { field, code: detailCode, message: `${field} ${says}`, ...bounds }));
  }

  /** Throws one ServiceError with every fault noted so far, if there is any. */
  throwIfAny(): void {
    const [first, ...others] = this.#errors;
    if (first !== undefined) throw mergeErrors([first, ...others]);
  }
}

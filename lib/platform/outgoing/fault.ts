/** Why no answer came: what the log of a delivery says, and nothing of names or addresses within. */
export type FaultCode =
  | "timeout"
  | "dns_error"
  | "tls_error"
  | "connection_error"
  | "address_refused"
  | "protocol_error"
  | "given_up";

export class FetchFault extends Error {
  override readonly name = "FetchFault";

  constructor(readonly code: FaultCode) {
    super(code);
  }
}

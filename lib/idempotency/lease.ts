/** The right to run one request and to keep its answer, until it is over or another process has taken it over. */
export interface Lease {
  accountId: string;
  /** Environment, method and path, with a secret the API key too: the same key elsewhere is another key. */
  scope: string;
  key: string;
  /** The fencing token: whoever holds another one came later. */
  token: string;
}

/** A request that runs longer than this is taken for dead, and the next one may run; its own change is then undone. */
export const leaseSeconds = 60;

/** An answer is given again for so long. */
export const keptHours = 24;

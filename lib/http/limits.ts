const hourSeconds = 3600;

/** The limits as one could read them to a customer (decisions §5). */
export const limits = {
  /** Generating calls of the public interface, GET and POST together, for one address. */
  public: { limit: 100, windowSeconds: hourSeconds },
  /** Calls with a key that is not accepted, for one address. */
  failedAuthentications: { limit: 60, windowSeconds: 60 },
} as const;

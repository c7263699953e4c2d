/** The limits as one could read them to a customer (decisions §5). */
export const limits = {
  /** Generating calls of the public interface, GET and POST together, for one address. */
  public: { limit: 100, windowSeconds: 3600 },
} as const;

type Fact = readonly [name: string, fact: string];

/** What comes back from a tool. */
export const answers: readonly Fact[] = [
  [
    "A picture",
    "Image content, `image/png`. An answer carries ten at most; a text says so where there were more.",
  ],
  [
    "Everything else",
    "`structuredContent`, as the tool's `outputSchema` describes it, and the same as text: id, `shortUrl`, `warnings`, all settings used.",
  ],
  [
    "A refusal",
    "A result with `isError`: code and sentence, then each fault by its field with what to change. Nothing was stored.",
  ],
  [
    "Above a limit",
    "`rate_limited`, with the seconds to wait. A tool counts as the one call of the API that it makes; to list tools counts for nothing.",
  ],
];

/** What an agent is kept from doing by accident. */
export const care: readonly Fact[] = [
  [
    "A deletion",
    "Takes two calls of `delete_qr_code`. The first deletes nothing: it tells what would be lost and gives a `confirmToken`. The second, with the token, deletes. It is good for ten minutes, for that code and that key.",
  ],
  [
    "The same call twice",
    "`create_qr_code` and `bulk_create_qr_codes` take an `idempotencyKey`: sent again with the same arguments they answer as before and make nothing.",
  ],
  [
    "What a key may not do",
    "Is not listed as a tool, and refused where it is called. An agent that shall only read gets a key with `qr:read` and `analytics:read`.",
  ],
  [
    "Practice",
    "A sandbox key sees and makes codes of the sandbox alone. They don't count in the plan; the sandbox has room for 100.",
  ],
];

/** What can be read by its address. */
export const resources: readonly Fact[] = [
  ["`quietzone://codes/{id}`", "A stored code: name, content, short URL, settings, scans in short."],
  ["`quietzone://codes/{id}/analytics`", "Its scans of the last 30 days by day, place and device."],
];

/** What who writes a client needs to know. */
export const wire: readonly Fact[] = [
  [
    "Transport",
    "Streamable HTTP: POST alone, one JSON-RPC message each. There are no sessions, streams or batches.",
  ],
  ["Revisions", "2026-07-28 and those of 2025."],
  ["Key", "`Authorization: Bearer`. A wrong one is 401 with `WWW-Authenticate: Bearer`, before any tool."],
  ["Size", "1 MiB a message, with a key as much as a bulk create takes."],
  ["Time", "60 seconds an answer, at most."],
];

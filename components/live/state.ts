/** How a page hears of what happens: at once; at every look of the server; not just now; or not at all. */
export type LiveState = "connecting" | "live" | "waiting" | "reconnecting" | "asleep" | "paused" | "over";

export const stateWords: Record<LiveState, string> = {
  connecting: "Connecting",
  live: "Live",
  waiting: "Live",
  reconnecting: "Reconnecting",
  asleep: "Paused",
  paused: "Paused",
  over: "Ended",
};

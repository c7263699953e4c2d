import type { Route } from "@/lib/routes";

type NewRoute = Omit<Route, "id">;

export interface Template {
  name: string;
  hint: string;
  /** @param target the code's address; @param zone of the browser. */
  make: (target: string, zone: string) => readonly NewRoute[];
}

const forDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;

/** Rules to complete: an address that is empty here is what one has to enter. */
export const templates: readonly Template[] = [
  {
    name: "App stores",
    hint: "iOS to one store, Android to another",
    make: () => [
      { name: "App Store", when: { os: ["iOS"] }, to: "" },
      { name: "Google Play", when: { os: ["Android"] }, to: "" },
    ],
  },
  {
    name: "Languages",
    hint: "A page for each language",
    make: () => [
      { name: "German", when: { languages: ["de"] }, to: "" },
      { name: "French", when: { languages: ["fr"] }, to: "" },
    ],
  },
  {
    name: "Opening hours",
    hint: "Another page while you're open",
    make: (_, timezone) => [
      {
        name: "Open",
        when: { days: [...forDays], hours: { from: "09:00", until: "18:00" }, timezone },
        to: "",
      },
    ],
  },
  {
    name: "A/B test",
    hint: "Half of the visitors to each page",
    make: (target) => [
      {
        name: "A/B test",
        split: [
          { name: "A", to: target, weight: 50 },
          { name: "B", to: "", weight: 50 },
        ],
      },
    ],
  },
];

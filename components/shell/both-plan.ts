import { namePlanWith } from "@/lib/plans";

/** The plan that has pages for codes beside the API. */
export const bothPlan = namePlanWith(
  ({ dashboard, apiRequestsPerHour }) => dashboard && apiRequestsPerHour > 0,
);

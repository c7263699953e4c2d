import { ListSkeleton } from "@/components/codes/list/list-skeleton";

/** In a group of its own: above the page of one code it would answer 200 before it is known whether there is one. */
export default function Loading() {
  return <ListSkeleton />;
}

import { type ComponentType, createElement, lazy, Suspense } from "react";

/** A component that is loaded once it is drawn. `next/dynamic` would add 2 kB to the page. */
export function loadLater<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return (props) => <Suspense>{createElement(Part as ComponentType<P>, props)}</Suspense>;
}

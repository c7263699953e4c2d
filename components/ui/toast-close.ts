/** The button that ends a sentence, drawn by Base UI or plainly. */
export const toastCloseClasses =
  "flex size-9 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-canvas hover:text-ink touch:size-11";

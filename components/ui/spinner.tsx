/** Something runs; the word beside it says what. Without motion it is an open ring. */
export function Spinner() {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      className="shrink-0 motion-safe:animate-spin"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M14 8a6 6 0 1 1-3-5.2" />
    </svg>
  );
}

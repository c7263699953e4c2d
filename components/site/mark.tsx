/** Four corner ticks and an 8 × 8 square in the middle of 24: the space between is the name. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d="M1.8 7V1.8H7M17 1.8h5.2V7M22.2 17v5.2H17M7 22.2H1.8V17"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
      />
      <path d="M8 8h8v8H8z" fill="currentColor" />
    </svg>
  );
}

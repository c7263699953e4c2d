/**
 * Security headers of everything that Next answers, and of the files that its pages load. The policy here is for answers
 * without the one of proxy.ts, which replaces it and has a nonce.
 */
export const securityHeaders = {
  // A worker is ruled by the policy of its own script: the one that grades a code compiles WebAssembly.
  "Content-Security-Policy":
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

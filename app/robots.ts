import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";

// The service's address is known when it runs, not when it is built.
export const dynamic = "force-dynamic";

/** Pages may be indexed; pictures and answers of the interface are nobody's search result. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: "/api/" },
    sitemap: `${env.baseUrl}/sitemap.xml`,
  };
}

import type { MetadataRoute } from "next";

/** Pages may be indexed; pictures and answers of the interface are nobody's search result. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: "*", allow: "/", disallow: "/api/" } };
}

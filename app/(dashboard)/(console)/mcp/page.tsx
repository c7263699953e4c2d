import type { Metadata } from "next";
import { McpView } from "@/components/docs/mcp-view";
import { requireSession } from "@/lib/auth";
import { describeTools, mcpPath } from "@/lib/mcp";
import { entitlements, hasApiAccess } from "@/lib/plans";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "MCP" };

export default async function McpPage() {
  const { plan } = await requireSession();
  return (
    <McpView
      url={`${env.baseUrl}${mcpPath}`}
      tools={describeTools()}
      hasApi={hasApiAccess(plan)}
      planName={entitlements[plan].name}
    />
  );
}

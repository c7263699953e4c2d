import { FlaskConical } from "lucide-react";
import type { Environment } from "@/lib/accounts/schema";
import { Badge } from "../ui/badge";
import { SegmentedLinks } from "../ui/segmented-links";

interface EnvironmentProps {
  environment: Environment;
}

interface EnvironmentLinksProps extends EnvironmentProps {
  /** The page, with whatever else of its query stays. */
  path: string;
}

/** The line along the top of a page whose data is the sandbox's; `SandboxMark` says it in words. */
export function SandboxLine({ environment }: EnvironmentProps) {
  if (environment === "production") return null;
  return <div className="fixed inset-x-0 top-0 z-30 h-[3px] bg-warn forced-color-adjust-none" />;
}

export function SandboxMark({ environment }: EnvironmentProps) {
  return environment === "sandbox" ? <Badge tone="warn">Sandbox</Badge> : null;
}

export function EnvironmentLinks({ environment, path }: EnvironmentLinksProps) {
  return (
    <SegmentedLinks
      label="Data"
      links={[
        { href: path, name: "Production", isCurrent: environment === "production" },
        {
          href: `${path}${path.includes("?") ? "&" : "?"}environment=sandbox`,
          name: "Sandbox",
          icon: <FlaskConical size={14} strokeWidth={1.6} aria-hidden />,
          isCurrent: environment === "sandbox",
        },
      ]}
    />
  );
}

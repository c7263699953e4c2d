import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  plain: { classes: "bg-canvas text-ink-3 in-[.bench]:bg-surface", Icon: Info },
  ok: { classes: "bg-ok-tint text-ok", Icon: CircleCheck },
  warn: { classes: "bg-warn-tint text-warn", Icon: TriangleAlert },
  stop: { classes: "bg-stop-tint text-stop", Icon: CircleAlert },
} as const;

interface NoticeProps {
  tone?: keyof typeof tones;
  title?: ReactNode;
  children?: ReactNode;
  /** A fault that has just come up is said at once. */
  isAlert?: boolean;
}

/** A verdict in the flow of the page: square as print is, its icon and title in the colour of its kind. */
export function Notice({ tone = "plain", title, children, isAlert = false }: NoticeProps) {
  const { classes, Icon } = tones[tone];
  return (
    <div
      role={isAlert ? "alert" : undefined}
      className={`flex gap-2.5 px-4 py-3 text-body forced-colors:border ${classes}`}
    >
      <Icon size={16} strokeWidth={1.6} className="mt-0.5 shrink-0" aria-hidden />
      <div className="max-w-[66ch] min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title !== undefined && <p className="font-medium text-ink">{title}</p>}
        {children !== undefined && <p className="text-ink-2">{children}</p>}
      </div>
    </div>
  );
}

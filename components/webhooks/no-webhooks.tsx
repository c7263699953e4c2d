import { NeedsApi } from "../ui/empty-state";

export function NoWebhooksHere({ planName }: { planName: string }) {
  return (
    <NeedsApi mark="No webhooks" title="Webhooks come with the API" planName={planName}>
      Your server is notified immediately of every scan and of every code that is created, changed or deleted.
      They are part of Developer and Pro;
    </NeedsApi>
  );
}

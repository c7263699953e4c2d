import Link from "next/link";
import type { AccountCode, AccountPerson, AccountView } from "@/lib/operator/schema";
import { entitlements } from "@/lib/plans";
import { typeNames } from "../codes/type-names";
import { CodeUse, DynamicUse, ScanUse } from "../plans/plan-columns";
import { Block, PageHeader } from "../shell/page-header";
import { Badge } from "../ui/badge";
import { countOf } from "../ui/counts";
import { formatMoment, formatZone } from "../ui/dates";
import type { FormAction } from "../ui/form/answer";
import { UsageRuler } from "../ui/usage-ruler";
import { PlanForm, RemoveAccount } from "./account-actions";
import { AuditList, KeyList, QuestionList, ReportList, RequestList, WebhookList } from "./account-lists";
import { Fact, Facts } from "./list-parts";
import { OnePress } from "./row-actions";

/** So many are shown at once; the others one asks for. */
const shownAtOnce = 20;

interface AccountPageProps {
  account: AccountView;
  zone: string;
  actions: AccountActions;
}

export function AccountPage({ account, zone, actions }: AccountPageProps) {
  const { accountId, person, plan, usage } = account;
  return (
    <>
      <PageHeader
        title={person?.email ?? "An account without an owner"}
        trail={{ href: "/admin/accounts", name: "Accounts" }}
        mark={
          <>
            <Badge>{entitlements[plan].name}</Badge>
            {person?.isOperator && <Badge tone="accent">Operator</Badge>}
          </>
        }
      />
      <Block id="facts" title="Facts" lead={`Times in ${formatZone(zone)}.`}>
        <AccountFacts account={account} zone={zone} />
      </Block>
      <Block id="plan" title="Plan and use" lead="The account's users get a mail about a change.">
        <Rulers account={account} />
        <PlanForm key={plan} accountId={accountId} usage={usage} send={actions.setPlan} />
      </Block>
      {person !== null && <Access person={person} accountId={accountId} actions={actions} />}
      <AccountCodes codes={account.codes} />
      <RequestList account={account} zone={zone} />
      <QuestionList account={account} zone={zone} />
      <ReportList account={account} zone={zone} />
      <KeyList account={account} zone={zone} />
      <WebhookList account={account} />
      <AuditList account={account} zone={zone} />
      {person !== null && (
        <Block id="end" title="Danger zone" lead="For owners who can't do this on their own page.">
          <RemoveAccount accountId={accountId} email={person.email} usage={usage} send={actions.remove} />
        </Block>
      )}
    </>
  );
}

function Rulers({ account: { plan, usage } }: { account: AccountView }) {
  const entitled = entitlements[plan];
  return (
    <div className="mb-6 grid gap-5 sm:grid-cols-2">
      <CodeUse used={usage.codes.used} entitled={entitled} />
      <DynamicUse used={usage.dynamicCodes.used} entitled={entitled} />
      <ScanUse scans={usage.scans} entitled={entitled} />
      <UsageRuler {...usage.keys} noun="keys" />
      <UsageRuler {...usage.webhooks} noun="webhooks" />
      <UsageRuler {...usage.sandboxCodes} noun="sandbox codes" />
    </div>
  );
}

function AccountFacts({ account, zone }: { account: AccountView; zone: string }) {
  const { accountId, person, createdAt } = account;
  return (
    <Facts>
      <Fact name="Account">
        <code className="font-mono text-mono">{accountId}</code>
      </Fact>
      <Fact name="Created">{formatMoment(createdAt, zone)}</Fact>
      {person === null ? (
        <Fact name="Person">None. Nobody can sign in.</Fact>
      ) : (
        <>
          {person.name !== null && <Fact name="Name">{person.name}</Fact>}
          <Fact name="Address">
            {person.email}, confirmed{person.isChangingEmail && "; a link to confirm another one was sent"}
          </Fact>
          <Fact name="Signs in by">{formatSignInMethods(person)}</Fact>
          <Fact name="Last sign-in">
            {person.lastSignInAt === null ? "Never" : formatMoment(person.lastSignInAt, zone)}
          </Fact>
          <Fact name="Two-factor">
            {person.twoFactorSince === null
              ? "Off"
              : `On since ${formatMoment(person.twoFactorSince, zone)}, ${countOf(person.recoveryCodesLeft, "recovery code")} left`}
          </Fact>
        </>
      )}
    </Facts>
  );
}

const providerNames: Record<string, string> = { github: "GitHub", google: "Google" };

function formatSignInMethods({ hasPassword, providers }: AccountPerson): string {
  const ways = [
    ...(hasPassword ? ["password"] : []),
    ...providers.map((name) => providerNames[name] ?? name),
  ];
  return ways.length === 0 ? "Nothing yet: set a password to sign in" : ways.join(", ");
}

interface AccessProps {
  person: AccountPerson;
  accountId: string;
  actions: AccountActions;
}

/** Who is in, and how somebody gets in again who can't. */
function Access({ person, accountId, actions }: AccessProps) {
  const lead =
    person.sessions === 0
      ? "No browser is signed in."
      : `${countOf(person.sessions, "browser")} ${person.sessions === 1 ? "is" : "are"} signed in.`;
  return (
    <Block id="access" title="Access" lead={lead}>
      <div className="flex flex-wrap items-start gap-2">
        <OnePress
          id="sign-out-everywhere"
          fields={{ id: accountId }}
          send={actions.signOut}
          done={`${person.email} is signed out everywhere.`}
          busyWord="Signing out"
        >
          Sign out everywhere
        </OnePress>
        <OnePress
          id="send-reset"
          fields={{ id: accountId }}
          send={actions.sendReset}
          done={`We sent ${person.email} a link to set a new password.`}
          busyWord="Sending"
        >
          Send a password reset
        </OnePress>
      </div>
    </Block>
  );
}

/** What the operator may do to an account; each form names it by `id`. */
interface AccountActions {
  setPlan: FormAction<null>;
  signOut: FormAction<null>;
  sendReset: FormAction<null>;
  remove: FormAction<null>;
}

function AccountCodes({ codes }: { codes: readonly AccountCode[] }) {
  const [first, others] = [codes.slice(0, shownAtOnce), codes.slice(shownAtOnce)];
  return (
    <Block
      id="codes"
      title="Codes"
      lead="Most scanned first. Targets are shown so you can find harmful codes. Other content, such as a contact or a password, isn't."
    >
      {codes.length === 0 ? <p className="text-ink-3">None.</p> : <Rows codes={first} />}
      {others.length > 0 && (
        <details className="group/rest">
          <summary className="flex h-11 cursor-pointer items-center text-small text-accent group-open/rest:hidden">
            All {countOf(codes.length, "code")}
          </summary>
          <Rows codes={others} />
        </details>
      )}
    </Block>
  );
}

function Rows({ codes }: { codes: readonly AccountCode[] }) {
  return (
    <ul className="text-small">
      {codes.map((code) => (
        <li key={code.id} className="flex gap-4 border-t border-line py-2.5 last:border-b">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link
                href={`/admin/codes?q=${code.shortCode ?? code.id}`}
                prefetch={false}
                className="min-w-0 py-0.5 text-body font-medium [overflow-wrap:anywhere] hover:underline"
              >
                {code.name}
              </Link>
              {code.isSuspended && <Badge tone="stop">Suspended</Badge>}
              {code.isSandbox && <Badge tone="warn">Sandbox</Badge>}
            </p>
            <p className="text-ink-3 [overflow-wrap:anywhere]">{code.target ?? typeNames[code.type]}</p>
          </div>
          <p className="shrink-0 text-ink-2">
            {code.shortCode === null ? "Static, not counted" : countOf(code.scanCount, "scan")}
          </p>
        </li>
      ))}
    </ul>
  );
}

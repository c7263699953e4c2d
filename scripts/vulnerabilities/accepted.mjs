/** So long an exception holds, at most, from the day on which it is looked at. */
const mostDays = 180;

/**
 * Splits findings into those to act on and those that were looked at and let be, until a day.
 * @param {import("./find-vulnerable.mjs").Finding[]} findings
 * @param {{id: string, package: string, reason: string, until: string}[]} accepted
 * @param {Date} today
 */
export function splitAccepted(findings, accepted, today) {
  const faults = accepted.flatMap((exception) => judge(exception, today));
  const holds = ({ until }) => new Date(until) >= today;
  const isAccepted = ({ ids, locked }) =>
    accepted.some((one) => ids.includes(one.id) && one.package === locked.name && holds(one));
  return { faults, open: findings.filter((one) => !isAccepted(one)), letBe: findings.filter(isAccepted) };
}

function judge({ id, package: name, reason, until }, today) {
  const where = `accepted.json, ${id} of ${name}`;
  if (!id || !name) return ["accepted.json: each exception names an id and a package"];
  if (!reason || reason.length < 20) return [`${where}: say in a sentence why it does no harm here`];
  const end = /^\d{4}-\d\d-\d\d$/.test(until ?? "") ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(end)) return [`${where}: "until" is a day such as 2027-01-31`];
  if (end - today.getTime() > mostDays * 86_400_000)
    return [`${where}: "until" is more than ${mostDays} days away`];
  return [];
}

/**
 * Prints the link that makes the operator's account while nobody has one. It goes to standard output alone and never through the
 * log: anybody who reads it can use it, once, within its hours.
 */
export async function showFirstOperatorLink(output: NodeJS.WritableStream = process.stdout): Promise<void> {
  const { issueFirstOperatorLink } = await import("@/lib/users");
  const issued = await issueFirstOperatorLink();
  if (issued === null) return;
  const { link, hours } = issued;
  output.write(
    `\nNobody has an account yet. Create the operator's account with this link, which works once within ${hours} hours:\n${link}\n\n`,
  );
}

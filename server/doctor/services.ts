import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/platform/env";
import { askMailServer, canSendMail } from "@/lib/platform/mail";
import { connectRedis, severalServers } from "@/lib/platform/redis";
import { splitRedisUrl } from "@/lib/platform/setting-parsers";
import { describeCause, type Finding, findingsOf } from "./finding";

const redisMs = 5_000;

const incompleteCluster =
  "The Redis Cluster of REDIS_URL has slots that no node serves, so limits are counted in the server's memory; run redis-cli --cluster fix on a node.";
const fewReplicas = "A master without a replica takes its counts with it; add a replica to each.";

/** Rejects where a server takes the connection and says nothing. */
function within<T>(work: Promise<T>): Promise<T> {
  const late = sleep(redisMs, undefined, { ref: false }).then((): never => {
    throw new Error("no answer within 5 seconds");
  });
  return Promise.race([work, late]);
}

/** The store of rate limits. */
export async function checkRedis(): Promise<Finding[]> {
  const { ok, warning, failed } = findingsOf("redis");
  const connection = connectRedis(env);
  if (connection === null) {
    return [
      ok("There is none: rate limits are counted in the server's memory, which is exact for one server."),
    ];
  }
  const isSocket = connection.name === "redis";
  try {
    const { version, cluster } = await within(connection.describe());
    const named = version === null ? "" : `: version ${version}`;
    if (cluster === null) {
      const isSeveral = isSocket && version !== null && splitRedisUrl(env.redisUrl ?? "").length > 1;
      return [isSeveral ? failed(severalServers) : ok(`${isSocket ? "Redis" : "Upstash"} answers${named}.`)];
    }
    const { isComplete, masters, nodes } = cluster;
    if (!isComplete) return [failed(incompleteCluster)];
    const says = `Redis Cluster answers${named}, ${masters} masters and ${nodes - masters} replicas.`;
    return [nodes < 2 * masters ? warning(`${says} ${fewReplicas}`) : ok(says)];
  } catch (error) {
    const setting = isSocket ? "REDIS_URL" : "UPSTASH_REDIS_REST_URL";
    return [
      failed(
        `The Redis of ${setting} does not answer (${describeCause(error)}); start it, or correct its host, port and password.`,
      ),
    ];
  } finally {
    connection.close();
  }
}

/** The mail server, greeted and signed in to; nothing is sent. */
export async function checkMail(): Promise<Finding[]> {
  const { ok, warning, failed } = findingsOf("mail");
  if (env.smtpUrl === undefined || !canSendMail()) {
    return [
      warning(
        "SMTP_URL is not set, so no email is sent; set SMTP_URL and MAIL_FROM, or print links with user:link.",
      ),
    ];
  }
  const { fault, isSecure, isLocal } = await askMailServer(env.smtpUrl);
  if (fault !== null) return [failed(fault)];
  if (!isSecure && !isLocal) {
    return [
      warning(
        "The mail server offers no TLS, so everybody on the way can read links; use smtps:// or a server with STARTTLS.",
      ),
    ];
  }
  return [ok(`The mail server answers${isSecure ? " over TLS" : ""}.`)];
}

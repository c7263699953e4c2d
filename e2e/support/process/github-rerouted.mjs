// Loaded before the service (`--import`): what it sends to GitHub goes to a server of the test instead.
import http from "node:http";
import https from "node:https";

const double = process.env.GITHUB_DOUBLE;
const hosts = new Set(["github.com", "api.github.com"]);
const { request } = https;

function redirect(url) {
  const { host, pathname, search } = new URL(url);
  return hosts.has(host) ? `${double}${pathname}${search}` : null;
}

https.request = (url, options, ...rest) => {
  const target = typeof url === "string" || url instanceof URL ? redirect(url) : null;
  return target === null
    ? request(url, options, ...rest)
    : http.request(target, { ...options, agent: undefined }, ...rest);
};

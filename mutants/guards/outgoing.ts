import type { Guard } from "@/mutants/guard";

/** Requests to the outside: which addresses they may reach, and whom they trust. */
export const outgoingGuards: readonly Guard[] = [
  {
    name: "private IPv4 addresses are refused",
    file: "lib/platform/outgoing/rules.ts",
    find: 'if (parsed.kind() === "ipv4") return !isWithin(bytes.join("."), refused4);',
    replace: 'if (parsed.kind() === "ipv4") return true;',
    tests: ["lib/platform/outgoing/public-address.test.ts"],
  },
  {
    name: "cloud metadata addresses are refused",
    file: "lib/platform/outgoing/rules.ts",
    find: '  "169.254.0.0/16",\n',
    replace: "",
    tests: ["lib/platform/outgoing/public-address.test.ts"],
  },
  {
    name: "an IPv4 address mapped into IPv6 is judged as IPv4",
    file: "lib/platform/outgoing/rules.ts",
    find: "const parsed = ipaddr.process(address);",
    replace: 'const parsed = ipaddr.process(address);\n  if (address.startsWith("::ffff:")) return true;',
    tests: ["lib/platform/outgoing/public-address.test.ts"],
  },
  {
    name: "IPv6 is limited to the global unicast range",
    file: "lib/platform/outgoing/rules.ts",
    find: "return isWithin(address, global6) && !isWithin(address, refused6);",
    replace: "return !isWithin(address, refused6);",
    tests: ["lib/platform/outgoing/public-address.test.ts"],
  },
  {
    name: "a NAT64 address is judged by the IPv4 address in it",
    file: "lib/platform/outgoing/rules.ts",
    find: 'return isReachable(bytes.slice(12).join("."), rules);',
    replace: "return true;",
    tests: ["lib/platform/outgoing/public-address.test.ts"],
  },
  {
    name: "one private address refuses the whole name",
    file: "lib/platform/outgoing/resolve.ts",
    find: "if (!addresses.every((address)",
    replace: "if (!addresses.some((address)",
    tests: ["lib/platform/outgoing/names.db.test.ts"],
    only: "every address",
  },
  {
    name: "a connection goes to the address that was checked",
    file: "lib/platform/outgoing/connection.ts",
    find: "{ host: first, port }",
    replace: '{ host: "localhost", port }',
    tests: ["lib/platform/outgoing/connections.db.test.ts"],
    only: "S5|S9|S11",
  },
  {
    name: "the connected peer is checked again",
    file: "lib/platform/outgoing/connection.ts",
    find: "peer === undefined || !isReachable(peer, rules)",
    replace: "peer === undefined",
    tests: ["lib/platform/outgoing/connections.db.test.ts"],
    only: "S5|S9|S11",
  },
  {
    // Two checks refuse it, during the handshake and after. The mutant removes both, since either one is enough.
    name: "a certificate of an unknown authority is refused",
    file: "lib/platform/outgoing/connection.ts",
    find: `    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) => checkServerIdentity(to.hostname, certificate),
    ALPNProtocols: ["http/1.1"],
  });
  hold(socket.on("error", ignore), "tls");
  await arrive(socket, "secureConnect", "tls_error");
  if (!socket.authorized) {`,
    replace: `    rejectUnauthorized: false,
    ALPNProtocols: ["http/1.1"],
  });
  hold(socket.on("error", ignore), "tls");
  await arrive(socket, "secureConnect", "tls_error");
  if (socket.destroyed) {`,
    tests: ["lib/platform/outgoing/connections.db.test.ts"],
    only: "S5|S9|S11",
  },
  {
    name: "a certificate for another name is refused",
    file: "lib/platform/outgoing/connection.ts",
    find: "checkServerIdentity(to.hostname, certificate)",
    replace: "undefined",
    tests: ["lib/platform/outgoing/connections.db.test.ts"],
    only: "S5|S9|S11",
  },
  {
    name: "addresses with a user name or password are refused",
    file: "lib/platform/outgoing/url.ts",
    find: 'return authority.includes("@") ? "credentials" : null;',
    replace: "return null;",
    tests: ["lib/platform/outgoing/url.test.ts"],
  },
  {
    name: "addresses with control characters are refused",
    file: "lib/platform/outgoing/url.ts",
    find: "if (dropped.test(text) || ",
    replace: "if (",
    tests: ["lib/platform/outgoing/url.test.ts"],
  },
  {
    name: "the service's own host is refused",
    file: "lib/platform/outgoing/url.ts",
    find: 'if (rules.own.includes(own)) return "own_host";',
    replace: "",
    tests: ["lib/platform/outgoing/url.test.ts"],
  },
  {
    name: "addresses without https are refused",
    file: "lib/platform/outgoing/url.ts",
    find: 'if (!/^https:/i.test(text)) return "not_https";',
    replace: "",
    tests: ["lib/platform/outgoing/url.test.ts"],
  },
];

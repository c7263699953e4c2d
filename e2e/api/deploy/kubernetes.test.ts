import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { readSettings } from "@/lib/platform/env";
import { configOf, readDockerfile } from "../../support/deploy/dockerfile";

const root = new URL("../../..", import.meta.url).pathname;
const folder = `${root}deploy/kubernetes/`;
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const image = configOf(readDockerfile(`${root}Dockerfile`).stages.at(-1) as never);

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.literal("http") }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
});
const container = z.object({
  image: z.literal("quietzone"),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const podSpec = z.object({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number(), fsGroup: z.number() }),
  containers: z.tuple([container]),
  volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) })),
});
const workload = z.object({
  template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: podSpec }),
  selector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
});
type Workload = z.infer<typeof workload>;

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: unknown;
  [field: string]: unknown;
}
const manifests = files.flatMap((name) =>
  parseAllDocuments(readFileSync(folder + name, "utf8")).map((one) => one.toJS() as Manifest),
);
function find(kind: string, name = "quietzone"): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata?.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
const server = workload.parse(find("Deployment").spec);
const workloads: Record<string, Workload> = {
  server,
  worker: workload.parse(find("Deployment", "quietzone-worker").spec),
  migrate: workload.parse(find("Job", "quietzone-migrate").spec),
};
const settingsText = readFileSync(`${folder}settings.env`, "utf8");
const settings = Object.fromEntries(
  settingsText
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);
const secret = find("Secret", "quietzone-secrets").stringData as Record<string, string>;

it("lists every manifest except the example secret, with the worker commented out", () => {
  const text = readFileSync(`${folder}kustomization.yaml`, "utf8");
  const listed = [...text.matchAll(/^ {2}(# )?- (\S+\.yaml)$/gm)].map(([, off, name]) =>
    off ? `# ${name}` : name,
  );
  const others = files.filter((name) => !["kustomization.yaml", "secret.example.yaml"].includes(name));
  expect(listed.map((name) => name?.replace("# ", "")).sort()).toEqual(others.sort());
  expect(listed.filter((name) => name?.startsWith("# "))).toEqual(["# worker.yaml"]);
});

it.each(Object.entries(workloads))(
  "runs the %s as the image's user with writable /data and /tmp",
  (_, one) => {
    const { securityContext, containers, volumes } = one.template.spec;
    expect([securityContext.runAsUser, securityContext.fsGroup]).toEqual([image.uid, image.gid]);
    const [{ volumeMounts, args, envFrom }] = containers;
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/data", "/tmp"]);
    expect(volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name));
    expect(args[0]).toMatch(/^dist\/(?:start|worker|admin)\.js$/);
    expect(envFrom).toEqual([
      { configMapRef: { name: "quietzone-settings" } },
      { secretRef: { name: "quietzone-secrets" } },
    ]);
    const { selector, template } = one;
    expect(template.metadata.labels).toMatchObject(selector?.matchLabels ?? {});
  },
);

it("has settings that the service accepts, and an example secret that it rejects", () => {
  const keys = { AUTH_SECRET: "a".repeat(44), ENCRYPTION_KEY: "b".repeat(44) };
  const read = readSettings({ ...settings, ...secret, ...keys });
  expect(read).toMatchObject({ baseUrl: "https://qr.example.com", worker: "server" });
  expect(read.redisUrl).toBeDefined();
  expect(() => readSettings({ ...settings, ...secret })).toThrow(/AUTH_SECRET[\s\S]*ENCRYPTION_KEY/);
});

it("gives a pod time to migrate, to leave the Service and to finish requests", () => {
  const [{ startupProbe, readinessProbe, livenessProbe }] = server.template.spec.containers;
  const secondsOf = (one?: z.infer<typeof probe>) => (one ? one.periodSeconds * one.failureThreshold : 0);
  expect(secondsOf(startupProbe)).toBeGreaterThan(300);
  const delay = Number(settings.SHUTDOWN_DELAY_SECONDS);
  expect(delay).toBeGreaterThan(secondsOf(readinessProbe));
  expect(server.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(delay + 30);
  expect(livenessProbe?.httpGet.path).toBe("/api/health/live");
  expect(readinessProbe?.httpGet.path).toBe("/api/health/accepting");
});

it("routes the Ingress to the servers, except for metrics", () => {
  const { labels } = server.template.metadata;
  const service = find("Service").spec as { selector: object; ports: { targetPort: string }[] };
  expect(labels).toMatchObject(service.selector);
  expect(service.ports[0]?.targetPort).toBe(server.template.spec.containers[0].ports[0]?.name);
  expect(find("Service", "quietzone-nowhere").spec).not.toHaveProperty("selector");
  const { rules, tls } = find("Ingress").spec as {
    tls: { hosts: string[] }[];
    rules: { host: string; http: { paths: { path: string; pathType: string; backend: object }[] } }[];
  };
  const host = new URL(settings.BASE_URL ?? "").host;
  expect([rules[0]?.host, tls[0]?.hosts]).toEqual([host, [host]]);
  expect(rules[0]?.http.paths.map(({ path, pathType }) => `${pathType} ${path}`)).toEqual([
    "Exact /metrics",
    "Prefix /",
  ]);
});

it("keeps at least one server during scaling and drains", () => {
  const hpa = find("HorizontalPodAutoscaler").spec as {
    minReplicas: number;
    scaleTargetRef: { name: string };
  };
  expect(hpa).toMatchObject({ minReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "quietzone" } });
  const pdb = find("PodDisruptionBudget").spec as {
    maxUnavailable: number;
    selector: { matchLabels: object };
  };
  expect(pdb.maxUnavailable).toBeLessThan(hpa.minReplicas);
  expect(pdb.selector).toEqual(server.selector);
  // Two would fight over it.
  expect(find("Deployment").spec).not.toHaveProperty("replicas");
});

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildGoProgram } from "../../support/deploy/go-program";

const root = new URL("../../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "quietzone-manifests-"));
let program: string;
const manifests = join(folder, "manifests");

beforeAll(() => {
  program = buildGoProgram("manifests", folder);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Decodes the manifests after a change of one of them. */
function decode(file = "", change = (text: string) => text): { status: number | null; said: string } {
  rmSync(manifests, { recursive: true, force: true });
  cpSync(`${root}deploy/kubernetes`, manifests, { recursive: true });
  if (file !== "") {
    const path = join(manifests, file);
    const text = readFileSync(path, "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(path, change(text));
  }
  const { status, stdout, stderr } = spawnSync(program, [manifests], { encoding: "utf8" });
  return { status, said: stdout + stderr };
}

it("builds deploy/kubernetes with kustomize into objects that Kubernetes accepts", () => {
  const { status, said } = decode();
  expect(status, said).toBe(0);
  expect(said.trim().split("\n").sort()).toEqual([
    "apps/v1 Deployment",
    "autoscaling/v2 HorizontalPodAutoscaler",
    "batch/v1 Job",
    "networking.k8s.io/v1 Ingress",
    "policy/v1 PodDisruptionBudget",
    "v1 ConfigMap",
    "v1 Namespace",
    "v1 Service",
    "v1 Service",
  ]);
});

it("builds the worker once it is listed", () => {
  const { status, said } = decode("kustomization.yaml", (text) => text.replace("# - worker", "- worker"));
  expect(status, said).toBe(0);
  expect(said.match(/Deployment/g)).toHaveLength(2);
});

it.each([
  ["deployment.yaml", "readOnlyRootFilesystem", "readOnlyRoot", /unknown field .*readOnlyRoot/],
  ["deployment.yaml", "periodSeconds: 2", "periodSeconds: often", /cannot unmarshal string/],
  ["autoscaling.yaml", "minReplicas", "replicasAtLeast", /unknown field .*replicasAtLeast/],
  ["kustomization.yaml", "namespace: quietzone", "nameSpace2: quietzone", /nameSpace2/],
  ["service.yaml", "apiVersion: v1", "apiVersion: v2", /the kind "v2 Service" is unknown/],
] as const)("rejects %s with an error in %s", (file, right, wrong, fault) => {
  const { status, said } = decode(file, (text) => text.replace(right, wrong));
  expect(status).toBe(1);
  expect(said).toMatch(fault);
});

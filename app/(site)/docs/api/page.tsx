import type { Metadata } from "next";
import { Code, DocsPage } from "@/components/docs/docs-page";
import { Interface } from "@/components/docs/reference/interface";
import { readInterfaces } from "./interfaces";

export const metadata: Metadata = { title: "API reference" };

export default function ApiReferencePage() {
  const interfaces = readInterfaces();
  return (
    <DocsPage
      path="/docs/api"
      title="API reference"
      pages={interfaces.flatMap(({ resources }) => resources)}
      lead={
        <>
          The public API draws a code without an account. The authenticated one stores codes, with a key.
          Every example runs as it is; those that need a key read it from <Code>API_KEY</Code>.
        </>
      }
    >
      {interfaces.map((one) => (
        <Interface key={one.id} {...one} />
      ))}
    </DocsPage>
  );
}

import { generateGo } from "./go/generate";
import { readInterfaces } from "./list-methods";
import { generatePython } from "./python";
import { type GeneratedFile, generateTypeScript } from "./typescript";

/** What of the clients for TypeScript and Python is made from docs/openapi. */
export async function generateClients(): Promise<GeneratedFile[]> {
  const document = readInterfaces();
  return [...(await generateTypeScript(document)), ...generatePython(document)];
}

/** The same for Go, which needs Go. */
export const generateGoClient = () => generateGo(readInterfaces());

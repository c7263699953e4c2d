import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { notFound } from "next/navigation";

/** Read when the service is built, and part of the build from then on. */
export const dynamic = "force-static";
export const dynamicParams = false;

/** Packed by scripts/pack/downloads.mjs before Next builds. */
const folder = join(process.cwd(), "clients/dist");

const listDownloads = () => (existsSync(folder) ? readdirSync(folder) : []);

export function generateStaticParams(): { file: string }[] {
  return listDownloads().map((file) => ({ file }));
}

/** The clients for JavaScript and Python, as their package managers install them. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  if (!listDownloads().includes(file)) notFound();
  const type = file.endsWith(".tgz") ? "application/gzip" : "application/zip";
  return new Response(readFileSync(join(folder, file)), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${file}"`,
      "Cache-Control": "public, max-age=3600",
    },
  });
}

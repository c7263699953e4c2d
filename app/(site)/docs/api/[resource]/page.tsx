import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsPage, Words } from "@/components/docs/docs-page";
import { listSections } from "@/components/docs/reference/interface";
import { Resource } from "@/components/docs/reference/resource";
import { readInterfaces } from "../interfaces";

interface Props {
  params: Promise<{ resource: string }>;
}

async function readResource({ params }: Props) {
  const { resource: name } = await params;
  const pages = readInterfaces().flatMap(({ resources }) => resources);
  const resource = pages.find(({ href }) => href === `/docs/api/${name}`);
  return resource === undefined ? notFound() : { pages, resource };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { resource } = await readResource(props);
  return { title: `${resource.name}: API reference` };
}

export default async function ResourcePage(props: Props) {
  const { pages, resource } = await readResource(props);
  return (
    <DocsPage
      path={resource.href}
      title={resource.name}
      pages={pages}
      contents={[{ links: listSections(resource).map(({ id, name }) => ({ href: `#${id}`, name })) }]}
      lead={<Words text={resource.description} />}
    >
      <Resource {...resource} />
    </DocsPage>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ResourceList } from "@/components/resource/list/resource-list";
import { sentenceCase } from "@/components/words/sentence-case";
import { resourceAt } from "@/lib/resources/index";

interface Props {
  readonly params: Promise<{ resource: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const resource = resourceAt((await params).resource);
  if (!resource) return { title: "Not found" };
  return { title: resource.pageTitle ?? sentenceCase(resource.plural) };
}

export default async function Page({ params }: Props) {
  const { path } = resourceAt((await params).resource) ?? notFound();
  return <ResourceList path={path} />;
}

"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { sentenceCase } from "@/components/words/sentence-case";
import { useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";

/** Links to the list of the page's resource. */
export function Breadcrumb() {
  const { base } = useProject();
  const path = usePathname();
  const [segment = "", ...further] = path.slice(base.length + 1).split("/");
  const resource = resourceAt(segment);
  if (!resource || further.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1 text-13">
      <ChevronRight size={14} aria-hidden className="shrink-0 text-ink-faint" />
      <Link
        href={`${base}/${segment}`}
        className="truncate rounded-sm px-1 py-0.5 text-ink-muted hover:text-ink-strong pointer-coarse:min-w-11 pointer-coarse:py-3"
      >
        {resource.pageTitle ?? sentenceCase(resource.plural)}
      </Link>
    </nav>
  );
}

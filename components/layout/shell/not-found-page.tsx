"use client";

import { openPalette } from "@/components/layout/palette/open-palette";
import { Button, ButtonLink } from "@/components/ui/button";
import { useProject } from "@/lib/client/project/project";

/** Replaces a page that does not exist in the project. The rest of the console stays. */
export function NotFoundPage() {
  const { base, project } = useProject();
  return (
    <section className="mx-auto grid max-w-prose gap-3 px-5 py-12">
      <h1 className="font-semibold text-20 text-ink-strong">Nothing is here</h1>
      <p className="text-14">
        This address leads to no page of <bdi>{project.name}</bdi>. It may have been mistyped.
        Records can be found by name, number, e-mail or id.
      </p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink look="primary" href={base}>
          Overview
        </ButtonLink>
        <Button onPress={openPalette}>Find a record</Button>
      </p>
    </section>
  );
}

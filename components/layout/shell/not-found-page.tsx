"use client";

import { openPalette } from "@/components/layout/palette/open-palette";
import { Button, ButtonLink } from "@/components/ui/button";
import { useProject } from "@/lib/client/project/project";

/** Replaces a page that does not exist in the project. The rest of the console stays. */
export function NotFoundPage() {
  const { base, project } = useProject();
  return (
    <section className="mx-auto grid max-w-prose gap-3 px-5 py-12">
      <h1 className="font-semibold text-20 text-ink-strong">Page not found</h1>
      <p className="text-14">
        <bdi>{project.name}</bdi> has no page at this address. Check the address, or search for the
        record by name, number, e-mail or id.
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

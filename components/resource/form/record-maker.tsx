"use client";

import { type ReactNode, Suspense, useState } from "react";
import { RecordMakerProvider, type WantedRecord } from "@/components/fields/inputs/record-maker";
import { late } from "@/components/ui/late";

const NewInDialog = late(async () => (await import("./new-in-dialog")).NewInDialog);

/** Lets the inputs inside have records made that they need, in a dialog above the form; one may ask for another. */
export function RecordMaker({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly WantedRecord[]>([]);
  const close = (at: number) => setWanted(wanted.slice(0, at));
  return (
    <RecordMakerProvider value={(one) => setWanted([...wanted, one])}>
      {children}
      {wanted.map((one, at) => (
        <Suspense key={`${one.resource.path} ${one.name}`}>
          <NewInDialog wanted={one} onClose={() => close(at)} />
        </Suspense>
      ))}
    </RecordMakerProvider>
  );
}

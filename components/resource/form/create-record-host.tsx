"use client";

import { type ReactNode, Suspense, useState } from "react";
import {
  CreateRecordProvider,
  type NewRecordRequest,
} from "@/components/fields/record-picker/create-record-context";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";

const NewInDialog = lazyWithRetry(
  async () => (await import("./new-record-dialog")).NewRecordDialog,
);

/** Provides inputs with a dialog above the form that creates a record they need. Dialogs nest. */
export function CreateRecordHost({ children }: { readonly children: ReactNode }) {
  const [wanted, setWanted] = useState<readonly NewRecordRequest[]>([]);
  const close = (at: number) => setWanted(wanted.slice(0, at));
  return (
    <CreateRecordProvider value={(one) => setWanted([...wanted, one])}>
      {children}
      {wanted.map((one, at) => (
        <Suspense key={`${one.resource.path} ${one.name}`}>
          <NewInDialog wanted={one} onClose={() => close(at)} />
        </Suspense>
      ))}
    </CreateRecordProvider>
  );
}

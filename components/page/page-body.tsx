import type { ReactNode } from "react";
import { CreateRecordHost } from "@/components/resource/form/create-record-host";

/** The space around what a page of one record holds; forms in it can have the records made that they need. */
export function PageBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="max-w-6xl px-4 py-5 md:px-6">
      <CreateRecordHost>{children}</CreateRecordHost>
    </div>
  );
}

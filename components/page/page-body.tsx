import type { ReactNode } from "react";
import { CreateRecordHost } from "@/components/resource/form/create-record-host";

/**
 * Space around the content of a record's page. Forms in it can create the related records they
 * need.
 */
export function PageBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="max-w-6xl px-4 py-5 md:px-6">
      <CreateRecordHost>{children}</CreateRecordHost>
    </div>
  );
}

import type { ReactNode } from "react";
import { CreateRecordHost } from "@/components/resource/form/create-record-host";

/**
 * Space around the content of a page: the left edge of lists, and at most 88 rem. Forms in it can
 * create the related records they need.
 */
export function PageBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="max-w-[88rem] px-3 py-5 md:px-4">
      <CreateRecordHost>{children}</CreateRecordHost>
    </div>
  );
}

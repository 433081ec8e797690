import type { ReactNode } from "react";
import { DataProvider } from "@/lib/client/queries/query-provider";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <DataProvider>{children}</DataProvider>;
}

import type { ReactNode } from "react";
import { DataProvider } from "@/lib/client/providers";

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <DataProvider>{children}</DataProvider>;
}

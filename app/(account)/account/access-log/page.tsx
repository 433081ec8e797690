import type { Metadata } from "next";
import { AccountAccessLog } from "@/components/account/account-access-log";

export const metadata: Metadata = { title: "Account activity" };

export default function Page() {
  return <AccountAccessLog />;
}

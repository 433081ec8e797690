import "./globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";

// A page that is rendered for its request can carry the nonce of that request's content policy.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Tocsin", template: "%s · Tocsin" },
  description: "Incident records behind one REST API.",
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

import "./globals.css";
import type { Metadata } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { earlyKeys } from "@/components/layout/palette/buffered-shortcut";
import { ShowOnceHost } from "@/components/ui/show-once/show-once";
import { deferredScripts } from "@/lib/client/document/deferred-scripts";

// Pages are rendered per request, because each carries the nonce of that request's content policy.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Tocsin", template: "%s · Tocsin" },
  description: "Incident records behind one REST API.",
};

/**
 * Latin letters, all weights, 48 kB. Other letters come from the fonts of the system. A font that
 * comes late is used from the next document on: to swap it lays out the whole page again.
 */
const inter = localFont({
  src: "./fonts/inter-latin.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "optional",
});

export default async function Layout({ children }: { children: ReactNode }) {
  const sent = await headers();
  const policy = sent.get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const theme = (await cookies()).get("theme")?.value;
  const isApple = /Mac OS|iPhone|iPad/.test(sent.get("user-agent") ?? "");
  return (
    <html
      lang="en"
      className={inter.variable}
      {...(isTheme(theme) && { "data-theme": theme })}
      {...(isApple && { "data-apple": "" })}
    >
      <head>
        {/* Libraries that add a style element read the nonce of the content policy from here. */}
        <meta property="csp-nonce" nonce={nonce} />
        {/*
         * react-aria adds this element with its first button, if there is none. An added style sheet
         * makes the browser use a font that came late, which lays out the page again.
         */}
        <style id="react-aria-pressable-style" nonce={nonce} suppressHydrationWarning>
          {"@layer base{[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}}"}
        </style>
        <script nonce={nonce} suppressHydrationWarning>
          {earlyKeys}
        </script>
        <script nonce={nonce} suppressHydrationWarning>
          {deferredScripts}
        </script>
      </head>
      <body>
        {children}
        <ShowOnceHost />
      </body>
    </html>
  );
}

function isTheme(value: string | undefined): value is "light" | "dark" {
  return value === "light" || value === "dark";
}

/** Sent with every page and file, whichever server serves them; what depends on the request is the server's own. */
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=()" },
];

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  agentRules: false,
  // Documents change before they are compressed (`lib/server/pages/page-server.ts`).
  compress: false,
  images: { unoptimized: true },
  // `npm run check` does this, and faster.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["better-sqlite3", "kysely", "pino", "prom-client"],
  headers: async () => [{ source: "/:path*", headers }],
};

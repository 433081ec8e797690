import { application } from "@/lib/app";
import { answerWeb } from "@/lib/http/web-adapter";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

/**
 * Handles API requests when Next.js runs alone. Under `npm start`, the listener
 * (lib/server/process/listener.ts) handles them before Next.js sees the request.
 */
async function answer(request: Request): Promise<Response> {
  return answerWeb(request, await application());
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};

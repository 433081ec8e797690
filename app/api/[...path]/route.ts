import { application } from "@/lib/app";
import { answerWeb } from "@/lib/http/web-adapter";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

/** The API under Next.js alone. `npm start` answers it before Next.js sees the request (lib/server/process/listener.ts). */
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

import { expectedUser } from "@/lib/client/http/page-user";
import { ApiProblem, type ProblemBody } from "@/lib/client/http/problem";
import { renewal } from "@/lib/client/http/session-renewal";

/** Uploads a file to a project and returns its id. Rejects with an `ApiProblem`. */
export async function uploadFile(project: string, file: File): Promise<string> {
  const path = `/api/file?projectId=${encodeURIComponent(project)}`;
  const init: RequestInit = {
    method: "POST",
    credentials: "same-origin",
    headers: {
      Accept: "application/json",
      ...expectedUser(),
      "Content-Type": file.type === "" ? "application/octet-stream" : file.type,
      "X-File-Name": encodeURIComponent(file.name),
    },
    body: file,
  };
  const reply = await renewal.sendWith(() => fetch(path, init)).catch(() => undefined);
  if (!reply) throw new ApiProblem(0, { code: "offline" });
  const text = await reply.text().catch(() => undefined);
  if (text === undefined) throw new ApiProblem(0, { code: "offline" });
  if (!reply.ok) throw new ApiProblem(reply.status, bodyOf<ProblemBody>(text));
  return bodyOf<{ readonly _id: string }>(text)._id;
}

function bodyOf<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return {} as T;
  }
}

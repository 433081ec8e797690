/** Requests as bytes, made once, so that the sender of an open loop is not the slow part. */
export interface Shots {
  /** The request for the n-th arrival. */
  at(n: number): Buffer;
}

/**
 * Mixed work on one project: of ten requests five read a page of ten, three one record, one counts
 * and one creates.
 */
export function mixedShots(key: string, projectId: string, ids: readonly string[]): Shots {
  const list = post(key, "/api/incident/get-list", {
    query: { projectId },
    select: { title: true, incidentNumber: true, currentIncidentState: { name: true } },
    limit: 10,
  });
  const count = post(key, "/api/incident/count", { query: { projectId } });
  const create = post(key, "/api/incident", {
    data: {
      projectId,
      title: "Made under load",
      declaredAt: "2026-01-31T09:00:00.000Z",
      currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
      incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
    },
  });
  const select = { title: true, description: true, declaredAt: true };
  const items = ids.map((id) => post(key, `/api/incident/${id}/get-item`, { select }));
  const turn = [list, "item", list, count, "item", list, create, "item", list, list] as const;
  return {
    at: (n) => {
      const shot = turn[n % turn.length] ?? list;
      return shot === "item" ? (items[n % items.length] ?? list) : shot;
    },
  };
}

/** A read of the health path. */
export const healthShot = Buffer.from("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");

function post(key: string, path: string, body: object): Buffer {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: h\r\nApiKey: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`,
  );
}

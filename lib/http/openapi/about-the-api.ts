/** The introduction of the document, in Markdown. */
export const aboutTheApi = `Records of incidents, alerts, on-call policies and status pages, over JSON.

- Send your key in the header \`ApiKey\`, \`Authorization: Bearer\` or \`X-API-Key\`, and \`Content-Type: application/json\` with a body. Two different keys are 400.
- Every resource has the same operations. Some have several routes, for clients that cannot send PUT, DELETE or a POST.
- Every record belongs to a project: \`projectId\`. A key of one project sees only that project.
- Replies are plain values. Requests may wrap a value: \`{"_type": "DateTime", "value": "2026-01-31T09:00:00.000Z"}\`, also ObjectID, Color, Email, HashedString and URL.
- A relation may be written under either of its names, as an id or as \`{"_id": …}\`: \`incidentId\` or \`incident\`.
- In \`query\`, a value means equal, \`null\` empty, an array any of; operators are \`{"_type": "GreaterThan", "value": 5}\`.
- Successes are 200. Errors are problem documents (RFC 9457): decide by \`code\`. A method that a path does not have, or an operation that a resource does not offer, is 405 with \`Allow\`.
- Unknown query parameters are 400, except \`limit\` and \`skip\`, which are ignored where they have no effect. Numbers in a query may be text: \`"5"\`.
- A list by GET that has more records carries \`Link: <…>; rel="next"\`. Replies above 8 kB are compressed with \`Accept-Encoding: gzip\`.
- The headers of every reply are listed once, under \`x-common-headers\`; the statuses of an operation's errors under its \`x-problem-statuses\`.
- \`ETag\` and \`If-Match\` guard against lost updates; \`Idempotency-Key\` makes a create safe to repeat.
`;

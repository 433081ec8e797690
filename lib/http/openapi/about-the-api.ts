/** The introduction of the document, in Markdown. */
export const aboutTheApi = `Records of incidents, alerts, on-call policies and status pages, over JSON.

- Send your key in the header \`ApiKey\`, and \`Content-Type: application/json\` with a body.
- Every resource has the same operations. Some have several spellings, for clients that cannot send PUT, DELETE or a GET with a body.
- Every record belongs to a project: \`projectId\`. A key of one project sees only that project.
- Replies are plain values. Requests may wrap a value: \`{"_type": "DateTime", "value": "2026-01-31T09:00:00.000Z"}\`, also ObjectID, Color, Email, HashedString and URL.
- A relation may be written under either of its names, as an id or as \`{"_id": …}\`: \`incidentId\` or \`incident\`.
- In \`query\`, a value means equal, \`null\` empty, an array any of; operators are \`{"_type": "GreaterThan", "value": 5}\`.
- Successes are 200. Errors are problem documents (RFC 9457): decide by \`code\`. A method that a path does not have, or an operation that a resource does not offer, is 405 with \`Allow\`.
- \`ETag\` and \`If-Match\` guard against lost updates; \`Idempotency-Key\` makes a create safe to repeat.
`;

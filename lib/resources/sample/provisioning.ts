import { around, beginning, day, type SampleRow, type Sampler, sampleId } from "./sample-row";

/** Returns one SCIM configuration and the requests of its identity provider. */
export function provisioningRows({ row }: Sampler): SampleRow[] {
  const configuration = row("project-scim", 1, beginning - 40, {
    name: "Company directory",
    description: "People and groups from the identity provider.",
    teams: [sampleId("team", 1)],
    enablePushGroups: true,
  });
  const logs = Array.from({ length: 30 }, (_, i) => {
    const { operationType, httpMethod, requestPath, httpStatusCode, ...rest } = around(calls, i);
    return row("project-scim-log", i + 1, Math.round((30 - i) * 1.9 * day) + 3, {
      projectScimId: sampleId("project-scim", 1),
      operationType,
      status: httpStatusCode < 400 ? "Success" : "Error",
      httpMethod,
      requestPath,
      httpStatusCode,
      logBody: JSON.stringify({ request: { method: httpMethod }, response: { httpStatusCode } }),
      ...rest,
    });
  });
  return [configuration, ...logs];
}

const calls = [
  {
    operationType: "ListUsers",
    httpMethod: "GET",
    requestPath: "/scim/v2/Users?startIndex=1&count=100",
    httpStatusCode: 200,
  },
  {
    operationType: "CreateUser",
    httpMethod: "POST",
    requestPath: "/scim/v2/Users",
    httpStatusCode: 201,
    affectedUserEmail: "sofia.marchetti@acme.example",
  },
  {
    operationType: "UpdateGroup",
    httpMethod: "PATCH",
    requestPath: "/scim/v2/Groups/platform",
    httpStatusCode: 200,
    affectedGroupName: "Platform",
  },
  {
    operationType: "GetUser",
    httpMethod: "GET",
    requestPath: "/scim/v2/Users/kenji.watanabe",
    httpStatusCode: 200,
    affectedUserEmail: "kenji.watanabe@acme.example",
  },
  {
    operationType: "CreateUser",
    httpMethod: "POST",
    requestPath: "/scim/v2/Users",
    httpStatusCode: 409,
    statusMessage: "A person with this address is already a member.",
    affectedUserEmail: "jonas.weber@acme.example",
  },
  {
    operationType: "DeleteUser",
    httpMethod: "DELETE",
    requestPath: "/scim/v2/Users/former.colleague",
    httpStatusCode: 204,
    affectedUserEmail: "former.colleague@acme.example",
  },
] as const;

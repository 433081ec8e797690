import { email, longText, number, parent, text, veryLongText } from "@/lib/schema/fields";
import { defineResource, readOperations } from "@/lib/schema/resource";

const exchange = { section: "Request" };

export const projectScimLog = defineResource({
  path: "project-scim-log",
  name: "SCIM Log",
  group: "provisioning",
  nav: { rank: 2, icon: "scroll" },
  about: "Requests of an identity provider to this project, and their results.",
  label: "operationType",
  operations: readOperations,
  permission: { read: "Read Project SCIM Log" },
  inReference: true,
  common: "withoutCreator",
  fields: {
    projectScim: parent("project-scim", { title: "SCIM configuration" }),
    operationType: text({
      required: true,
      title: "Operation",
      suggestions: [
        ...["CreateUser", "UpdateUser", "DeleteUser", "ListUsers", "GetUser"],
        ...["CreateGroup", "UpdateGroup", "DeleteGroup", "ListGroups", "GetGroup"],
        "BulkOperation",
      ],
    }),
    status: text({ required: true, suggestions: ["Success", "Warning", "Error"] }),
    statusMessage: longText({ title: "Message" }),
    logBody: veryLongText({ ...exchange, title: "Details" }),
    httpMethod: text({
      ...exchange,
      title: "Method",
      suggestions: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    }),
    requestPath: longText({ ...exchange, title: "Path" }),
    httpStatusCode: number({ ...exchange, title: "Status code" }),
    affectedUserEmail: email({ title: "Person affected" }),
    affectedGroupName: text({ title: "Group affected" }),
  },
});

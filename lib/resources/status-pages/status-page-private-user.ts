import { boolean, email, hashed, parent } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const statusPagePrivateUser = defineResource({
  path: "status-page-private-user",
  name: "Status Page Private User",
  group: "status-pages",
  nav: { rank: 2, icon: "user-settings" },
  about: "A person who may look at a status page that is not public.",
  label: "email",
  permission: {
    read: "Read Status Page Private User",
    create: "Create Status Page Private User",
    update: "Edit Status Page PrivateUser",
    delete: "Delete Status Page PrivateUser",
  },
  inReference: true,
  distinct: ["statusPageId", "email"],
  fields: {
    statusPage: parent("status-page", { title: "Status page" }),
    email: email({ title: "E-mail" }),
    password: hashed({
      title: "Password",
      help: "Only a hash is kept; nobody can read it back.",
      presence: "hasPassword",
    }),
    isSsoUser: boolean({ title: "Single sign-on" }),
  },
});

import { boolean, longText, relationList, text } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const projectScim = defineResource({
  path: "project-scim",
  name: "SCIM Configuration",
  group: "provisioning",
  nav: { rank: 1, icon: "shield" },
  about: "How an identity provider adds people to this project and removes them.",
  permission: "Project SSO",
  fields: {
    name: text({ required: true }),
    description: longText(),
    teams: relationList("team", { help: "People who are added join these teams." }),
    autoProvisionUsers: boolean({ default: true, title: "Add people" }),
    autoDeprovisionUsers: boolean({ default: true, title: "Remove people" }),
    enablePushGroups: boolean({ default: false, title: "Take groups from the provider" }),
  },
});

import { described } from "@/lib/resources/shared/fields";
import { longText, relationList, text, url } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const codeRepository = defineResource({
  path: "code-repository",
  name: "Code Repository",
  plural: "Code Repositories",
  group: "ai-agents",
  about: "Source code that AI agents may propose changes to.",
  fields: {
    ...described,
    repositoryHostedAt: text({
      required: true,
      title: "Hosted at",
      suggestions: ["GitHub", "GitLab"],
    }),
    organizationName: text({ required: true, title: "Organization" }),
    repositoryName: text({ required: true, title: "Repository" }),
    mainBranchName: text({ default: "main", title: "Main branch" }),
    repositoryUrl: url({ title: "Address" }),
    gitHubAppInstallationId: longText({ title: "GitHub app installation" }),
    gitLabProjectId: longText({ title: "GitLab project" }),
    labels: relationList("label"),
  },
});

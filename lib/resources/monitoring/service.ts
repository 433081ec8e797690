import { color, longText, number, relationList, slug, text, textList } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const service = defineResource({
  path: "service",
  name: "Service",
  plural: "Services",
  group: "monitoring",
  nav: { rank: 3, icon: "server" },
  about: "A part of the product that teams run and other services may depend on.",
  label: "name",
  permission: "Service",
  fields: {
    name: text({ required: true }),
    slug: slug({ from: "name" }),
    description: longText(),
    labels: relationList("label"),
    serviceColor: color({ title: "Color" }),
    techStack: textList({
      title: "Built with",
      suggestions: [
        ...["NodeJS", "React", "Python", "Ruby", "Go", "Java", "PHP", "C#", "C++", "Rust"],
        ...["Swift", "Kotlin", "TypeScript", "JavaScript", "Shell", "Markdown", "Other"],
      ],
    }),
    retainTelemetryDataForDays: number({ default: 15, title: "Keep telemetry (days)" }),
  },
});

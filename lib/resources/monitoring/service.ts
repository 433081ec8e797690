import { described } from "@/lib/resources/shared/fields";
import { color, number, relationList, textList } from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";

export const service = defineResource({
  path: "service",
  name: "Service",
  group: "monitoring",
  nav: { rank: 3, icon: "server" },
  about: "A part of the product that teams run and other services may depend on.",
  fields: {
    ...described,
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

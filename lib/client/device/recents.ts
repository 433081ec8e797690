import { readFromDevice, saveToDevice } from "./device";

/** A record that someone opened: its resource's path and its id, nothing of what it holds. */
export interface Opened {
  readonly resource: string;
  readonly id: string;
}

const most = 8;

/** What this person opened last in a project on this device, the latest first. */
export function recentlyOpened(person: string, project: string): readonly Opened[] {
  const kept = readFromDevice(nameOf(person, project)) ?? "";
  return kept.split(" ").flatMap((path) => {
    const [resource, id] = path.split("/");
    return resource && id ? [{ resource, id }] : [];
  });
}

/** Puts a record first among those opened last. */
export function rememberOpened(person: string, project: string, opened: Opened): void {
  const others = recentlyOpened(person, project).filter(({ id }) => id !== opened.id);
  const all = [opened, ...others].slice(0, most + 1);
  saveToDevice(
    nameOf(person, project),
    all.map(({ resource, id }) => `${resource}/${id}`).join(" "),
  );
}

/** The id of the project that this person looked at last on this device. */
export function lastProject(person: string): string | undefined {
  return readFromDevice(lastProjectOf(person));
}

/** Keeps which project this person looks at. */
export function rememberProject(person: string, project: string): void {
  saveToDevice(lastProjectOf(person), project);
}

function nameOf(person: string, project: string): string {
  return `recent:${person}:${project}`;
}

function lastProjectOf(person: string): string {
  return `recent:${person}`;
}

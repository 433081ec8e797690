import { readFromDevice, saveToDevice } from "./device";

/** A record that the user opened: resource path and id, no field values. */
export interface Opened {
  readonly resource: string;
  readonly id: string;
}

const most = 8;

/** Returns the records that the user last opened in a project on this device, newest first. */
export function recentlyOpened(person: string, project: string): readonly Opened[] {
  const kept = readFromDevice(nameOf(person, project)) ?? "";
  return kept.split(" ").flatMap((path) => {
    const [resource, id] = path.split("/");
    return resource && id ? [{ resource, id }] : [];
  });
}

/** Stores a record as the one opened last. */
export function rememberOpened(person: string, project: string, opened: Opened): void {
  const others = recentlyOpened(person, project).filter(({ id }) => id !== opened.id);
  const all = [opened, ...others].slice(0, most + 1);
  saveToDevice(
    nameOf(person, project),
    all.map(({ resource, id }) => `${resource}/${id}`).join(" "),
  );
}

/** Returns the id of the project that the user last viewed on this device. */
export function lastProject(person: string): string | undefined {
  return readFromDevice(lastProjectOf(person));
}

/** Stores the project that the user views. */
export function rememberProject(person: string, project: string): void {
  saveToDevice(lastProjectOf(person), project);
}

function nameOf(person: string, project: string): string {
  return `recent:${person}:${project}`;
}

function lastProjectOf(person: string): string {
  return `recent:${person}`;
}

/** Returns true for the target of a click on a control, or inside one, that acts on clicks by itself. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest(controls) !== null;
}

const controls = "a, button, summary, input, label, [role=slider]";

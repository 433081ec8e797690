import { useEffect, useState } from "react";

const settlesAfterMs = 400;

/** Returns a text as it was when it last did not change for 400 ms. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  // The pause between keys is outside of React.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settlesAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

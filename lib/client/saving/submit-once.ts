"use client";

import { useRef } from "react";

/**
 * Returns a submit handler that ignores further submits while one is pending. A pending button
 * blocks a press, but not Enter.
 *
 * @example const submit = useSubmitOnce(form.handleSubmit(save)); <form onSubmit={submit}>
 */
export function useSubmitOnce(send: () => Promise<void>): (event?: Submitted) => void {
  const isUnderWay = useRef(false);
  const sendOnce = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await send();
    } finally {
      isUnderWay.current = false;
    }
  };
  return (event) => {
    event?.preventDefault();
    void sendOnce();
  };
}

interface Submitted {
  readonly preventDefault: () => void;
}

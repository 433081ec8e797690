"use client";

import { useRef } from "react";

/**
 * Sends a form, and not again before that is over: a button that is pending stops a press, but not Enter.
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

"use client";

import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Returns a mutation that ignores further calls until it is settled. A second press can come before
 * the button is rendered as pending.
 *
 * @example const ending = useMutationOnce({ mutationFn: endSession }); <Button onPress={() =>
 * ending.mutate(id)}>
 */
export function useMutationOnce<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const isUnderWay = useRef(false);
  const { onSettled } = options;
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isUnderWay.current = false;
      return onSettled?.(...settled);
    },
  });
  const mutate: typeof mutation.mutate = (...asked) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(...asked);
  };
  return { ...mutation, mutate };
}

'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import {
  type ActionResult,
  type ActionSuccess,
  describeFailure,
  type FieldLabels,
} from './action-result.ts';

/** Runs a mutation with the values of a form. Rejects with the error of the client. */
export type Action = (form: FormData) => Promise<ActionSuccess>;

interface ActionOptions {
  readonly labels?: FieldLabels | undefined;
  /** Rewrites the message of an error for the page. */
  readonly describeMessage?: ((message: string) => string) | undefined;
  readonly onSuccess?: (success: ActionSuccess) => void;
}

/** Runs an action, one call at a time, and holds its latest result. */
export function useAction(
  action: Action,
  { labels, describeMessage = (message) => message, onSuccess }: ActionOptions = {},
) {
  const router = useRouter();
  const [result, setResult] = useState<ActionResult | null>(null);
  const [pending, setPending] = useState(false);
  // Two clicks can arrive before React renders the pending state.
  const running = useRef(false);

  async function run(form: FormData): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setResult(null);
    try {
      const success = await action(form);
      setResult({ status: 'succeeded', ...success });
      if (success.goTo) router.push(success.goTo);
      onSuccess?.(success);
    } catch (error) {
      const failure = describeFailure(error, labels);
      setResult({ status: 'failed', ...failure, message: describeMessage(failure.message) });
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { result, pending, run };
}

'use client';

import { unstable_rethrow, useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { type Told, unanswered } from './told.ts';

export type Action = (form: FormData) => Promise<Told>;

/** Does something on the server, once at a time, and keeps what came of it. */
export function useDeed(action: Action, onDone?: (message: string) => void) {
  const router = useRouter();
  const [told, setTold] = useState<Told | null>(null);
  const [pending, startWork] = useTransition();

  function run(form: FormData) {
    if (pending) return;
    setTold(null);
    startWork(async () => {
      const answer = await action(form).catch((error: unknown) => {
        // Whoever is no longer signed in is led to sign in.
        unstable_rethrow(error);
        return unanswered;
      });
      if (answer.kind === 'done') {
        if (answer.goTo) router.push(answer.goTo);
        onDone?.(answer.message);
      }
      setTold(answer);
    });
  }

  return { told, pending, run };
}

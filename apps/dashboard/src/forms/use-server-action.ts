'use client';

import { createContext, useContext } from 'react';
import { FailedAction } from '#trpc/action-result.ts';
import type { ServerFormResult } from './server-form.tsx';

interface Reauthentication {
  /** Whether the person proved who they are. */
  requestProof(): Promise<boolean>;
}

export const ReauthenticationContext = createContext<Reauthentication | null>(null);

type Success<Result> = Extract<Result, { status: 'succeeded' }>;

/**
 * Runs server actions in an `ActionForm`. One that needs a recent proof of identity runs again after the
 * person gave it. A `ServerForm` cannot do that: its dialog would wait for the form, and the form for it.
 * @throws FailedAction from the returned function
 */
export function useServerAction() {
  const reauthentication = useContext(ReauthenticationContext);
  return async <Result extends ServerFormResult>(
    action: (form: FormData) => Promise<Result>,
    form: FormData,
  ): Promise<Success<Result>> => {
    const first = await action(form);
    const needsProof = first.status === 'failed' && first.code === 'reauthentication_required';
    const isProved = needsProof && (await reauthentication?.requestProof());
    const result: ServerFormResult = isProved ? await action(form) : first;
    if (result.status === 'failed') throw new FailedAction(result);
    return result as Success<Result>;
  };
}

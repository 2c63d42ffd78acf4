import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { runEach } from '#lists/run-each.ts';
import { type ActionFailure, describeFailure } from '#trpc/action-result.ts';
import { readRpcError, trpc } from '#trpc/client.ts';
import type { SessionRow } from './session-table.tsx';

/** How many sessions are canceled at the same time. Each takes a call to the provider. */
const CONCURRENCY = 3;

/** The cancellation of several sessions, each on its own. */
export interface Cancellation {
  readonly status: 'running' | 'stopping' | 'ended';
  /** The number of sessions of this run, and of those that it is done with. */
  readonly total: number;
  readonly done: number;
  /** The number of sessions that were canceled, also by earlier runs. */
  readonly canceled: number;
  readonly failures: readonly { readonly session: SessionRow; readonly failure: ActionFailure }[];
  /** The sessions that were not canceled, because the run was stopped before. */
  readonly rest: readonly SessionRow[];
}

/**
 * Cancels sessions one by one, and reports the progress.
 * @param onCanceled receives the sessions that were canceled, at the end of a run
 */
export function useCancellation(onCanceled: (ids: readonly string[]) => void) {
  const forms = useTranslations('forms');
  const utils = trpc.useUtils();
  const [cancellation, setCancellation] = useState<Cancellation | null>(null);
  const stopped = useRef(false);

  // Another page ends the run.
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function run(sessions: readonly SessionRow[]): Promise<void> {
    stopped.current = false;
    const canceledIds: string[] = [];
    let current: Cancellation = {
      status: 'running',
      total: sessions.length,
      done: 0,
      canceled: cancellation?.canceled ?? 0,
      failures: [],
      rest: [],
    };
    const update = (change: Partial<Cancellation>) => {
      current = { ...current, ...(stopped.current && { status: 'stopping' }), ...change };
      setCancellation(current);
    };

    async function cancel(session: SessionRow): Promise<void> {
      try {
        // Not a mutation: each would load the list again.
        await utils.client.sessions.cancel.mutate({ id: session.id });
        canceledIds.push(session.id);
        update({ done: current.done + 1, canceled: current.canceled + 1 });
      } catch (error) {
        stopped.current ||= concernsAll(error);
        const failures = [...current.failures, { session, failure: describeFailure(forms, error) }];
        update({ done: current.done + 1, failures });
      }
    }

    update({});
    const isStopped = () => stopped.current;
    const rest = await runEach(sessions, cancel, { concurrency: CONCURRENCY, isStopped });
    update({ status: 'ended', rest });
    onCanceled(canceledIds);
    await utils.invalidate();
  }

  function stop() {
    stopped.current = true;
    setCancellation((now) => now && { ...now, status: 'stopping' });
  }

  return { cancellation, run, stop };
}

/** Whether the next session would fail for the same reason: no connection, no permission, a limit. */
function concernsAll(error: unknown): boolean {
  const status = readRpcError(error)?.httpStatus;
  return status === undefined || [401, 403, 429].includes(status);
}

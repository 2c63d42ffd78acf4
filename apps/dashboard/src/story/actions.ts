'use server';

import { refresh } from 'next/cache';
import type { Told } from '../form/told.ts';
import { act } from '../server/ask.ts';
import { doDeed } from '../server/do-deed.ts';
import { tellUnrefunded } from './tell-conflict.ts';

interface Refusal {
  readonly message: string;
  readonly requestId: string;
}

/** Reports a session as fulfilled; the page shows it with the answer. */
export async function reportProvisioned(
  _before: Refusal | null,
  form: FormData,
): Promise<Refusal | null> {
  const id = String(form.get('id'));
  const reference = String(form.get('fulfillment_reference') ?? '').trim();
  const outcome = await act((caller) =>
    caller.sessions.reportProvisioned({
      id,
      ...(reference && { fulfillment_reference: reference }),
    }),
  );
  if (!outcome.ok) return outcome;
  refresh();
  return null;
}

/** Ends a conflict as the person has decided. */
export async function resolveConflict(form: FormData): Promise<Told> {
  const note = String(form.get('note') ?? '').trim();
  const refunded = form.get('resolution') === 'refunded';
  const told = await doDeed(
    (caller) =>
      caller.sessions.resolveConflict({
        id: String(form.get('id')),
        resolution: refunded ? 'refunded' : 'accept',
        ...(refunded && form.get('refunded_elsewhere') === 'on' && { refunded_elsewhere: true }),
        ...(note && { note }),
      }),
    () => ({ message: '' }),
    { note: 'The note' },
  );
  return told.kind === 'refused' ? { ...told, message: tellUnrefunded(told.message) } : told;
}

/** Gives an open session up. */
export async function cancelSession(form: FormData): Promise<Told> {
  return doDeed(
    (caller) => caller.sessions.cancel({ id: String(form.get('id')) }),
    () => ({ message: '' }),
  );
}

'use server';

import { refresh } from 'next/cache';
import { act } from '../server/ask.ts';

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
    caller.reportProvisioned({ id, ...(reference && { fulfillment_reference: reference }) }),
  );
  if (!outcome.ok) return outcome;
  refresh();
  return null;
}

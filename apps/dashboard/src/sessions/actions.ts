'use server';

import { refresh } from 'next/cache';
import { act } from '../server/ask.ts';

/** A session to try with; the list shows it with the answer. */
export async function createTestSession() {
  const outcome = await act((caller) => caller.sessions.createTest());
  if (outcome.ok) refresh();
  return outcome;
}

import { expect } from 'vitest';
import { attemptOptions, confirmation, order, type TestApi } from './api.ts';

let objects = 0;
/** A provider object id that no other test uses. */
export const nextObject = (prefix: string): string => `${prefix}_${process.pid}_${++objects}`;

export const getAttempts = (id: string): string => `/proxy_sessions/${id}/acquisition_attempts`;

/** Creates a session and returns its id. */
export async function createSession(api: TestApi): Promise<string> {
  return (await api.post('/proxy_sessions', order)).body.id;
}

/** Creates a session whose attempt has reached a stage. */
export async function sessionAt(
  api: TestApi,
  stage: 'reserved' | 'attached' | 'confirmed',
  change: object = {},
) {
  const id = await createSession(api);
  const { body } = await api.post(getAttempts(id), { ...attemptOptions, ...change });
  let attempt = body.acquisition_attempt;
  const path = `${getAttempts(id)}/${attempt.id}`;
  if (stage !== 'reserved') {
    const attached = await api.post(`${path}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: nextObject('pi'),
      expected_version: attempt.version,
      ...(stage === 'confirmed' ? { provider_confirmation: confirmation } : {}),
    });
    expect(attached.status).toBe(200);
    attempt = attached.body;
  }
  return { id, path, attempt };
}

export const getCode = (response: { status: number; body: { error?: { code: string } } }) => [
  response.status,
  response.body.error?.code,
];

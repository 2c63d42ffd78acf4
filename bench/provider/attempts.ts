import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Callers } from './callers.ts';
import { AMOUNT, type Path, pick, type Root } from './paths.ts';

/** An attempt as we show it. */
export interface Attempt {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

/** What a reservation answers. */
export interface Reserved {
  readonly acquisition_attempt: Attempt;
  readonly provider: {
    readonly idempotency_keys: { readonly root: string };
    readonly metadata: Readonly<Record<string, string>>;
  };
}

const hex = (digit: string) => digit.repeat(64);
const attemptsOf = (sessionId: string) => `/proxy_sessions/${sessionId}/acquisition_attempts`;

export const reserve = (callers: Callers, sessionId: string, path: Path) =>
  callers.api<Reserved>('POST', attemptsOf(sessionId), {
    ...path.options,
    pricing_mode: 'fixed',
    provider_options_fingerprint: hex('a'),
  });

export async function readAttempt(
  { api }: Callers,
  sessionId: string,
  attemptId: string,
): Promise<Attempt | undefined> {
  const { body } = await api<{ data?: Attempt[] }>('GET', attemptsOf(sessionId));
  return body.data?.find((one) => one.id === attemptId);
}

/** With the version as it is, should the provider have been faster. */
export async function attachRoot(
  callers: Callers,
  sessionId: string,
  attempt: Attempt,
  object: { readonly type: string; readonly id: string },
): Promise<void> {
  let { version } = attempt;
  for (let tries = 0; tries < 5; tries++) {
    const { status } = await callers.api(
      'POST',
      `${attemptsOf(sessionId)}/${attempt.id}/provider_objects`,
      {
        role: 'root',
        object_type: object.type,
        object_id: object.id,
        expected_version: version,
        provider_confirmation: {
          amount_minor: AMOUNT,
          currency: 'eur',
          cart_version: 1,
          evidence_sha256: hex('e'),
        },
      },
    );
    if (status === 200) return;
    version = (await readAttempt(callers, sessionId, attempt.id))?.version ?? version;
  }
}

/** Asks for another attempt in the place of one. */
export function replace(
  { api }: Callers,
  sessionId: string,
  attempt: Attempt,
  path: Path,
): Promise<Answer<Reserved>> {
  const { commercial_mode: _, ...replacement } = path.options;
  return api('POST', `${attemptsOf(sessionId)}/${attempt.id}/supersede`, {
    expected_version: attempt.version,
    reason: 'soak',
    replacement: { ...replacement, provider_options_fingerprint: hex('b') },
  });
}

/** The same once the attempt has ended without money; null where it does not, or money was faster. */
export async function replaceOnceEnded(
  callers: Callers,
  sessionId: string,
  attemptId: string,
  path: Path,
): Promise<Reserved | null> {
  for (let tries = 0; tries < 60; tries++) {
    const attempt = await readAttempt(callers, sessionId, attemptId);
    if (attempt && ['failed', 'canceled', 'expired', 'unknown'].includes(attempt.status)) {
      const { status, body } = await replace(callers, sessionId, attempt, path);
      if (status === 200) return body;
    }
    if (attempt?.status === 'succeeded' || attempt?.status === 'integrity_failed') return null;
    await pause(500);
  }
  return null;
}

/** The payer pays by a root, as far as the scenario lets her. */
export async function pay(
  callers: Callers,
  path: Path,
  root: Root,
  scenario: string,
): Promise<void> {
  const { provider } = callers;
  await path.submit?.(callers, root);
  const intent = await path.intentOf(callers, root);
  if (!intent) return;
  if (!path.submit) {
    const body = { payment_method: 'pm_card_visa' };
    await provider('POST', `/v1/payment_intents/${intent}/confirm`, body);
  }
  if (scenario !== 'authenticate') return;
  const now = await provider<{ next_action?: { use_stripe_sdk?: { source?: string } } | null }>(
    'GET',
    `/v1/payment_intents/${intent}`,
  );
  const source = now.next_action?.use_stripe_sdk?.source;
  const outcome = pick(['succeeded', 'succeeded', 'failed', 'abandoned']);
  if (source && outcome !== 'abandoned') {
    await provider('POST', `/_sandbox/challenges/${source}`, { outcome });
  }
}

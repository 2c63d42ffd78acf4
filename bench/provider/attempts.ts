import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse, Clients } from './clients.ts';
import {
  AMOUNT,
  type IntegrationPath,
  type ProviderClient,
  pick,
  type Root,
} from './integration-paths.ts';

/** An attempt, as the API returns it. */
export interface Attempt {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

/** The response to a reservation. */
export interface Reserved {
  readonly acquisition_attempt: Attempt;
  readonly provider: {
    readonly idempotency_keys: { readonly root: string };
    readonly metadata: Readonly<Record<string, string>>;
  };
}

const hex = (digit: string) => digit.repeat(64);
const getAttempts = (sessionId: string) => `/proxy_sessions/${sessionId}/acquisition_attempts`;

export const reserve = (clients: Clients, sessionId: string, path: IntegrationPath) =>
  clients.api<Reserved>('POST', getAttempts(sessionId), {
    ...path.options,
    pricing_mode: 'fixed',
    provider_options_fingerprint: hex('a'),
  });

export async function readAttempt(
  { api }: Clients,
  sessionId: string,
  attemptId: string,
): Promise<Attempt | undefined> {
  const { body } = await api<{ data?: Attempt[] }>('GET', getAttempts(sessionId));
  return body.data?.find((one) => one.id === attemptId);
}

/** Attaches a root object; retries with the current version if a provider event changed the attempt. */
export async function attachRoot(
  clients: Clients,
  sessionId: string,
  attempt: Attempt,
  object: { readonly type: string; readonly id: string },
): Promise<void> {
  let { version } = attempt;
  for (let tries = 0; tries < 5; tries++) {
    const { status } = await clients.api(
      'POST',
      `${getAttempts(sessionId)}/${attempt.id}/provider_objects`,
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
    version = (await readAttempt(clients, sessionId, attempt.id))?.version ?? version;
  }
}

/** Supersedes an attempt. */
export function supersede(
  { api }: Clients,
  sessionId: string,
  attempt: Attempt,
  path: IntegrationPath,
): Promise<ApiResponse<Reserved>> {
  const { commercial_mode: _, ...replacement } = path.options;
  return api('POST', `${getAttempts(sessionId)}/${attempt.id}/supersede`, {
    expected_version: attempt.version,
    reason: 'soak',
    replacement: { ...replacement, provider_options_fingerprint: hex('b') },
  });
}

/** Supersedes an attempt once it has ended unpaid; returns null if it is paid or does not end in 30 s. */
export async function supersedeOnceEnded(
  clients: Clients,
  sessionId: string,
  attemptId: string,
  path: IntegrationPath,
): Promise<Reserved | null> {
  for (let tries = 0; tries < 60; tries++) {
    const attempt = await readAttempt(clients, sessionId, attemptId);
    if (attempt && ['failed', 'canceled', 'expired', 'unknown'].includes(attempt.status)) {
      const { status, body } = await supersede(clients, sessionId, attempt, path);
      if (status === 200) return body;
    }
    if (attempt?.status === 'succeeded' || attempt?.status === 'integrity_failed') return null;
    await pause(500);
  }
  return null;
}

/** Pays a root object; in the `authenticate` scenario, passes, fails or abandons the authentication. */
export async function pay(
  client: ProviderClient,
  path: IntegrationPath,
  root: Root,
  scenario: string,
): Promise<void> {
  const { provider } = client;
  await path.submit?.(client, root);
  const intent = await path.getIntent(client, root);
  if (!intent) return;
  if (!path.submit) {
    const body = { payment_method: 'pm_card_visa', use_stripe_sdk: true };
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

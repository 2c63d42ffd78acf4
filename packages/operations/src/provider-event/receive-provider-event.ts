import type { ProviderConfigVerification, ProviderEventRecord, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { ProviderNotification } from '@parley/provider';
import type { Deps } from '../request/deps.ts';

export interface ReceiveInput {
  /** The id of the provider config, from the path. */
  readonly providerConfigId: string;
  /** The body as received, byte for byte. */
  readonly rawBody: Buffer;
  /** The signature header. */
  readonly signature: string | undefined;
  /** Called with the merchant and mode when the event is known to be genuine, before it is stored. */
  onVerified?(scope: Scope): void;
}

/** Verifies the signature of a posted event and normalizes the event. */
export type VerifyNotification = (
  rawBody: Buffer,
  signature: string | undefined,
  webhookSecret: string,
) => ProviderNotification;

type ReceiveDeps = Deps & { readonly verifyNotification: VerifyNotification };

/** Seconds until a merchant with too many waiting events may send more. */
const BACKLOG_RETRY_SECONDS = 60;

/**
 * Verifies a provider event and stores it once; a worker applies it later. An event for a config that was
 * never active is acknowledged and not stored: no attempt can have its object.
 * @returns whether the event is stored now and was not before
 * @throws DomainError not_found for an unknown config, invalid_request for a wrong signature or
 *   mode, or when the config has no signing secret; rate_limited while too many events of the mode wait
 */
export async function receiveProviderEvent(
  deps: ReceiveDeps,
  input: ReceiveInput,
): Promise<{ accepted: boolean }> {
  const config = await deps.database.providerConfigsById.find(input.providerConfigId);
  if (!config) {
    throw new DomainError('not_found', 'There is no provider config with this id.');
  }
  const notification = await verify(deps, config, input);
  requireSameMode(config, notification);
  const { merchantId, mode, id: providerConfigId } = config;
  input.onVerified?.({ merchantId, mode });
  if (await wasNeverActive(deps, config)) {
    deps.database.providerEvents.addReceipt(providerConfigId);
    return { accepted: false };
  }
  if (config.isBacklogged) {
    throw new DomainError(
      'rate_limited',
      'Too many events of this merchant and mode are waiting to be applied. Send the event again later.',
      { retryAfterSeconds: BACKLOG_RETRY_SECONDS },
    );
  }
  const record = providerEventRecord({ merchantId, mode, providerConfigId }, notification);
  return { accepted: await deps.database.providerEvents.insert(record) };
}

/** Verifies an event with the secrets of its account, which may have been set within the last second. */
async function verify(
  deps: ReceiveDeps,
  { id, webhookSecrets }: ProviderConfigVerification,
  { rawBody, signature }: ReceiveInput,
): Promise<ProviderNotification> {
  const verifyWith = ([secret, previous]: readonly string[]) => {
    if (secret !== undefined) {
      try {
        return deps.verifyNotification(rawBody, signature, secret);
      } catch (error) {
        if (previous === undefined) throw error;
        return deps.verifyNotification(rawBody, signature, previous);
      }
    }
    throw new DomainError(
      'invalid_request',
      'This provider config has no signing secret yet. Set its webhook_secret, then send the event again.',
    );
  };
  try {
    return verifyWith(webhookSecrets);
  } catch (error) {
    const current = await deps.database.providerConfigsById.refresh(id);
    // Stryker disable next-line ConditionalExpression: an account is never deleted.
    if (!current) throw error;
    return verifyWith(current.webhookSecrets);
  }
}

/** Whether a config was never active; it may have been activated within the last second. */
async function wasNeverActive(deps: Deps, config: ProviderConfigVerification): Promise<boolean> {
  if (config.status !== 'inactive') return false;
  return (await deps.database.providerConfigsById.refresh(config.id))?.status === 'inactive';
}

function requireSameMode(
  config: ProviderConfigVerification,
  { livemode }: ProviderNotification,
): void {
  if (livemode === (config.mode === 'live')) return;
  throw new DomainError(
    'invalid_request',
    `livemode of the event is ${livemode}, but this provider config is in ${config.mode} mode.`,
  );
}

/** The row of an event from this account. */
export function providerEventRecord(
  account: Pick<ProviderEventRecord, 'merchantId' | 'mode' | 'providerConfigId'>,
  { id, type, objectId, payload, occurredAt }: ProviderNotification,
): ProviderEventRecord {
  return { ...account, eventId: id, type, objectId, payload: { ...payload }, occurredAt };
}

import type { PspConfigRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { ProviderNotice } from '@parley/provider';
import type { Deps } from '../request/deps.ts';

export interface ReceiveInput {
  /** The account the provider names in its path. */
  readonly pspConfigId: string;
  /** The body as it came, byte for byte. */
  readonly rawBody: Buffer;
  /** The signature header. */
  readonly signature: string | undefined;
}

/** Verifies what the provider posted and reads it. */
export type ReadNotice = (
  rawBody: Buffer,
  signature: string | undefined,
  webhookSecret: string,
) => ProviderNotice;

/**
 * Verifies an event and keeps it once; a worker applies it later.
 * @returns whether it was new
 * @throws DomainError not_found for an unknown account, invalid_request for a wrong signature, or
 *   where there is no secret to verify it with yet
 */
export async function receiveProviderEvent(
  deps: Deps & { readonly readNotice: ReadNotice },
  input: ReceiveInput,
): Promise<{ accepted: boolean }> {
  const config = await deps.database.findPspConfig(input.pspConfigId);
  if (!config) {
    throw new DomainError('not_found', 'There is no provider account with this id.');
  }
  if (config.webhookSecret === null) {
    throw new DomainError(
      'invalid_request',
      'This provider account has no signing secret yet. Set its webhook_secret, then send the event again.',
    );
  }
  const notice = deps.readNotice(input.rawBody, input.signature, config.webhookSecret);
  requireSameMode(config, notice);
  const accepted = await deps.database.insertProviderEvent({
    merchantId: config.merchantId,
    mode: config.mode,
    pspConfigId: config.id,
    eventId: notice.id,
    type: notice.type,
    objectId: notice.objectId,
    payload: { ...notice.payload },
    occurredAt: notice.occurredAt,
  });
  return { accepted };
}

function requireSameMode(config: PspConfigRecord, notice: ProviderNotice): void {
  if (notice.live === (config.mode === 'live')) return;
  throw new DomainError(
    'invalid_request',
    `livemode of the event is ${notice.live}, but this provider account is in ${config.mode} mode.`,
  );
}

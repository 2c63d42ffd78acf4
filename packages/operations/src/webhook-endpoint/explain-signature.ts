import type { ExplainSignatureInput, SignatureExplanation } from '@parley/contract';
import type { EndpointRecord, Transaction } from '@parley/db';
import {
  type CandidateSecret,
  explainSignature as explain,
  parseHeaders,
  signatureHeaders,
} from '@parley/webhooks';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { endpointNotFound } from './webhook-endpoint-view.ts';

/** How many other endpoints may have signed instead. Each costs signatures of the whole body. */
const MAX_OTHER_ENDPOINTS = 10;

type Source = NonNullable<SignatureExplanation['signed_by']>;

/**
 * Explains why a receiver cannot verify a webhook that it received. The secrets of the endpoint and of
 * the merchant's newest other endpoints are tried; no secret and no signature is returned.
 * @throws DomainError not_found, insufficient_scope
 */
export async function explainSignature(
  deps: Deps,
  caller: Caller,
  input: ExplainSignatureInput,
): Promise<SignatureExplanation> {
  const { headers, renamed } = parseHeaders(input.headers);
  const found = await inTransaction(deps, caller, async (tx) => {
    const endpoint = await tx.webhookEndpoints.find(input.webhook_endpoint_id);
    if (!endpoint) throw endpointNotFound();
    const event = await tx.outbox.find(headers['webhook-id']);
    const rotatedAt = await tx.audit.findNewestTime(
      endpoint.id,
      'webhook_endpoint.signing_secret_rotated',
    );
    return {
      endpoint,
      sentBody: event && JSON.stringify(event.payload),
      secretCreatedAt: rotatedAt ?? endpoint.createdAt,
      secrets: await candidateSecrets(tx, endpoint),
      now: await tx.now(),
    };
  });
  const { endpoint, sentBody, secretCreatedAt, secrets, now } = found;
  const { body } = input;
  const { timestamp, signatures, source, bodyChange } = explain(
    { headers, body, sentBody },
    secrets,
    Math.floor(now.getTime() / 1_000),
  );
  return {
    missing_headers: signatureHeaders.filter((name) => headers[name] === ''),
    renamed_headers: [...renamed],
    is_event_known: sentBody !== null,
    timestamp: { state: timestamp.state, age_seconds: timestamp.ageSeconds },
    signatures: [...signatures],
    signed_by: source,
    body: {
      change: bodyChange,
      difference: sentBody === null ? null : findDifference(sentBody, body),
    },
    secret_created_at: secretCreatedAt.toISOString(),
    previous_signing_secret_expires_at:
      endpoint.previousSigningSecretExpiresAt?.toISOString() ?? null,
  };
}

/** The secrets that may have signed, those of the endpoint first. */
async function candidateSecrets(
  tx: Transaction,
  endpoint: EndpointRecord,
): Promise<CandidateSecret<Source>[]> {
  const newest = await tx.webhookEndpoints.list(MAX_OTHER_ENDPOINTS + 1, undefined, false);
  const otherEndpoints = newest
    .filter(({ id }) => id !== endpoint.id)
    .slice(0, MAX_OTHER_ENDPOINTS);
  const endpoints = [endpoint, ...otherEndpoints];
  const opened = await tx.webhookEndpoints.openSecrets(endpoints.map(({ id }) => id));
  const expected = opened.get(endpoint.id);
  // Without a previous secret that cannot be decrypted, those that can be are still worth trying.
  if (expected?.unreadableSecret && expected.secrets.length === 0) throw expected.unreadableSecret;
  return endpoints.flatMap(({ id, url }) => {
    const other_endpoint = id === endpoint.id ? null : { id, url };
    return (opened.get(id)?.secrets ?? []).map((secret, index) => ({
      secret,
      source: {
        secret: index === 0 ? ('current' as const) : ('previous' as const),
        other_endpoint,
      },
    }));
  });
}

/** Characters of an excerpt before and after the start of a difference. */
const [BEFORE, AFTER] = [20, 40];

/** Where two texts begin to differ, with excerpts of both; null if they are the same. */
function findDifference(sent: string, received: string) {
  if (sent === received) return null;
  let offset = 0;
  while (offset < sent.length && sent[offset] === received[offset]) offset += 1;
  const excerpt = (text: string) =>
    text.slice(Math.max(offset - BEFORE, 0), offset + AFTER).toWellFormed();
  return { offset, sent: excerpt(sent), received: excerpt(received) };
}

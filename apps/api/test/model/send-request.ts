import type { ApiResponse, TestApi } from '../api.ts';
import { type Path, rootKind } from './provider-objects.ts';
import type { Request } from './request.ts';
import type { Confirmation } from './state.ts';

/** A request of the merchant's server. */
export type MerchantRequest = Exclude<
  Request,
  {
    kind:
      | 'fact'
      | 'refund'
      | 'dispute'
      | 'foreign'
      | 'deadline'
      | 'check'
      | 'keys_expire'
      | 'free_cart'
      | 'refused_cart';
  }
>;

interface Addressee {
  readonly sessionId: string;
  readonly path: Path;
  /** Attempt ids by number. */
  readonly attempts: ReadonlyMap<number, string>;
}

/** Sends a request over HTTP. */
export function sendRequest(
  api: TestApi,
  { sessionId, path, attempts }: Addressee,
  request: MerchantRequest,
): Promise<ApiResponse> {
  const base = `/proxy_sessions/${sessionId}`;
  const attemptPath = (number: number) => `${base}/acquisition_attempts/${attempts.get(number)}`;
  switch (request.kind) {
    case 'handoff':
      return api.post(`${base}/payer_handoff`);
    case 'open':
      return api.post(`${base}/payer_opened`);
    case 'cancel':
      return api.post(`${base}/cancel`);
    case 'resolve':
      return api.post(
        `${base}/resolve`,
        request.resolution === 'refunded_elsewhere'
          ? { resolution: 'refunded', refunded_elsewhere: true }
          : { resolution: request.resolution },
      );
    case 'provisioned':
      return api.post(`${base}/provisioned`, {});
    case 'provisioning_failed':
      return api.post(`${base}/provisioning_failed`, { error_message: 'out of stock' });
    case 'cart':
      return api.call('PUT', `${base}/cart`, {
        amount_minor: request.amount,
        currency: request.currency,
        cart_snapshot: {},
        expected_cart_version: request.expected,
      });
    case 'reserve':
      return api.post(`${base}/acquisition_attempts`, {
        commercial_mode: path === 'direct_subscription' ? 'subscription' : 'one_time',
        integration_path: path,
        pricing_mode: 'fixed',
        provider_options_fingerprint: request.fingerprint,
        ...(request.subtotal === null ? {} : { merchandise_subtotal_minor: request.subtotal }),
      });
    case 'attach':
      return api.post(`${attemptPath(request.attempt)}/provider_objects`, {
        expected_version: request.expected,
        role: 'root',
        object_type: rootKind[request.path],
        object_id: request.object,
        ...(request.confirmation ? { provider_confirmation: wire(request.confirmation) } : {}),
      });
    case 'confirm':
      return api.post(`${attemptPath(request.attempt)}/provider_cart`, {
        expected_version: request.expected,
        ...wire(request.confirmation),
      });
    case 'supersede':
      return api.post(`${attemptPath(request.attempt)}/supersede`, {
        expected_version: request.expected,
        reason: 'payer_tries_again',
        replacement: {
          integration_path: path,
          provider_options_fingerprint: request.fingerprint,
        },
      });
  }
}

function wire(confirmation: Confirmation) {
  return {
    amount_minor: confirmation.amount,
    currency: confirmation.currency,
    cart_version: confirmation.cartVersion,
    evidence_sha256: confirmation.evidence,
  };
}

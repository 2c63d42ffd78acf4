import type {
  AttemptStatus,
  ConfigurationStatus,
  NextStep,
  PaymentStatus,
  SessionStatus,
} from '@parley/domain';
import type { StatusLabel, Tone } from '@parley/ui/status';
import type { Messages } from './en/index.ts';
import type { Translator } from './translator.ts';

export const sessionTones: Record<SessionStatus, Tone> = {
  created: 'pending',
  payer_handoff_pending: 'pending',
  payer_opened: 'pending',
  payment_processing: 'progress',
  paid: 'success',
  provisionable: 'success',
  payment_conflicted: 'critical',
  provisioned: 'success',
  provisioning_failed: 'critical',
  expired: 'neutral',
  canceled: 'neutral',
};

/** Of the payments that the merchant does not simply have. */
const paymentTones = {
  partially_refunded: 'success',
  refunded: 'neutral',
  inquiry: 'pending',
  disputed: 'critical',
  dispute_under_review: 'progress',
  dispute_lost: 'critical',
} as const satisfies Partial<Record<PaymentStatus, Tone>>;

const attemptTones: Record<AttemptStatus, Tone> = {
  unreserved: 'pending',
  reserved: 'pending',
  attached: 'pending',
  confirmed: 'pending',
  action_required: 'pending',
  processing: 'progress',
  unknown: 'progress',
  succeeded: 'success',
  integrity_failed: 'critical',
  failed: 'neutral',
  canceled: 'neutral',
  expired: 'neutral',
  superseded: 'neutral',
};

/** `rolled`: it has a successor and works until its overlap ends. */
const apiKeyTones = {
  active: 'success',
  rolled: 'pending',
  expired: 'neutral',
  revoked: 'neutral',
} as const satisfies Record<string, Tone>;

const providerConfigTones = {
  inactive: 'pending',
  active: 'success',
  retired: 'neutral',
} as const satisfies Record<string, Tone>;

/** Of the statuses that the provider documents. */
const subscriptionTones = {
  active: 'success',
  trialing: 'success',
  past_due: 'critical',
  unpaid: 'critical',
  incomplete: 'pending',
  incomplete_expired: 'neutral',
  paused: 'pending',
  canceled: 'neutral',
} as const satisfies Record<string, Tone>;

const configurationTones: Record<ConfigurationStatus, Tone> = {
  supported: 'success',
  action_required: 'critical',
  unknown: 'pending',
};

/** The status of an endpoint combined with its health. */
const endpointTones = {
  active: 'success',
  failing: 'critical',
  gone: 'critical',
  deactivated: 'critical',
  inactive: 'neutral',
  archived: 'neutral',
} as const satisfies Record<string, Tone>;

const deliveryTones = {
  waiting: 'progress',
  retrying: 'pending',
  held: 'pending',
  succeeded: 'success',
  failed: 'critical',
  canceled: 'neutral',
} as const satisfies Record<string, Tone>;

export const providerEventTones = {
  waiting: 'progress',
  applied: 'success',
  ignored: 'neutral',
  failed: 'critical',
  parked: 'pending',
} as const satisfies Record<string, Tone>;

export const subscriptionStatuses = Object.keys(subscriptionTones) as readonly string[];
type ProviderEventStatus = keyof typeof providerEventTones;
export type EndpointCondition = keyof typeof endpointTones;

const has = <Table extends object>(table: Table, status: PropertyKey): status is keyof Table =>
  Object.hasOwn(table, status);

export const getDeliveryTone = (delivery: Delivery, isSending: boolean): Tone =>
  deliveryTones[getDeliveryCondition(delivery, isSending)];

/** The tone of an attempt. One that a later version added is neutral. */
export const getAttemptTone = (status: string): Tone =>
  has(attemptTones, status) ? attemptTones[status] : 'neutral';

type Texts = Messages['status'];
/** The messages of a status, such as `session.paid`. */
type StatusKey = {
  [Group in keyof Texts]: Texts[Group] extends Record<string, { label: string }>
    ? `${Group}.${keyof Texts[Group] & string}`
    : never;
}[keyof Texts];

/** The labels, tones and explanations of all statuses in the language of a translator. */
export function getStatusLabels(t: Translator<'status'>) {
  const show = (key: StatusKey, tone: Tone): StatusLabel => ({
    label: t(`${key}.label`),
    tone,
    explanation: t(`${key}.explanation`),
  });
  /** A status that the provider or a later version added is its own label. */
  const unknown = (status: string): StatusLabel => ({
    label: status,
    tone: 'neutral',
    explanation: t('unknown'),
  });
  const session = (status: SessionStatus): StatusLabel =>
    show(`session.${status}`, sessionTones[status]);
  return {
    session,
    /** A session with what became of its money, which its status does not say. */
    sessionWithPayment(status: SessionStatus, payment: PaymentStatus): StatusLabel {
      const own = session(status);
      // The conflict shows the payments. A conflict that was refunded is canceled.
      const isSaid =
        status === 'payment_conflicted' || (status === 'canceled' && payment === 'refunded');
      if (isSaid || !has(paymentTones, payment)) return own;
      const ofPayment = show(`payment.${payment}`, paymentTones[payment]);
      // The merchant still has the money.
      if (status === 'paid' && payment !== 'inquiry') return ofPayment;
      const label = t('sessionWithPayment', { session: own.label, payment: ofPayment.label });
      return { ...ofPayment, label };
    },
    attempt: (status: string): StatusLabel =>
      has(attemptTones, status) ? show(`attempt.${status}`, attemptTones[status]) : unknown(status),
    /** The merchant’s next step as an instruction. */
    nextStep: (step: NextStep): string => t(`nextStep.${step}`),
    apiKey(key: {
      readonly status: 'active' | 'expired' | 'revoked';
      readonly replaced_by: string | null;
    }): StatusLabel {
      const isRolled = key.status === 'active' && key.replaced_by !== null;
      const status = isRolled ? 'rolled' : key.status;
      return show(`apiKey.${status}`, apiKeyTones[status]);
    },
    providerConfig: (status: keyof typeof providerConfigTones): StatusLabel =>
      show(`providerConfig.${status}`, providerConfigTones[status]),
    subscription: (status: string): StatusLabel =>
      has(subscriptionTones, status)
        ? show(`subscription.${status}`, subscriptionTones[status])
        : unknown(status),
    configuration: (status: ConfigurationStatus): StatusLabel =>
      show(`configuration.${status}`, configurationTones[status]),
    /** Explains a `configuration_reason`. */
    configurationReason(reason: string): string {
      const key = `configurationReason.${reason}` as 'configurationReason.no_items';
      return t.has(key) ? t(key) : t('unknownReason', { reason });
    },
    endpoint: (condition: EndpointCondition): StatusLabel =>
      show(`endpoint.${condition}`, endpointTones[condition]),
    /** @param isSending whether the endpoint is active */
    delivery(delivery: Delivery, isSending: boolean): StatusLabel {
      const condition = getDeliveryCondition(delivery, isSending);
      return show(`delivery.${condition}`, deliveryTones[condition]);
    },
    providerEvent: (status: ProviderEventStatus): StatusLabel =>
      show(`providerEvent.${status}`, providerEventTones[status]),
  };
}

export type StatusLabels = ReturnType<typeof getStatusLabels>;

/** Combines the status and health of an endpoint. */
export function getEndpointCondition(endpoint: {
  readonly status: 'active' | 'inactive' | 'archived';
  readonly inactive_reason: 'gone' | 'failing' | null;
  readonly failing_since: string | null;
}): EndpointCondition {
  const { status, inactive_reason: reason, failing_since: failing } = endpoint;
  if (status === 'active') return failing === null ? 'active' : 'failing';
  if (status === 'archived' || reason === null) return status;
  return reason === 'gone' ? 'gone' : 'deactivated';
}

interface Delivery {
  readonly status: 'waiting' | 'succeeded' | 'failed' | 'canceled';
  readonly http_status: number | null;
  readonly failure: string | null;
}

/** A waiting delivery is pending its first attempt, a retry or its endpoint. */
export function getDeliveryCondition(
  delivery: Delivery,
  isSending: boolean,
): keyof typeof deliveryTones {
  const { status, http_status: httpStatus, failure } = delivery;
  if (status !== 'waiting') return status;
  if (!isSending) return 'held';
  const failed =
    failure !== null || (httpStatus !== null && (httpStatus < 200 || httpStatus > 299));
  return failed ? 'retrying' : 'waiting';
}

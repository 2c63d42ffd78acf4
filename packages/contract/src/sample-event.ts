import {
  type AttemptEventType,
  type AttemptStatus,
  type EventType,
  getActionableNextStep,
  getPresentationState,
  type PaymentEventType,
  type PaymentStatus,
  type SessionEventType,
  type SessionStatus,
} from '@parley/domain';
import { z } from 'zod';
import { notAttached, notConfirmed } from './acquisition-attempt.ts';
import { ATTEMPT_ID } from './common.ts';
import { type Event, eventSchema } from './event.ts';
import { type ExampleSchema, getExample, withDifferences } from './example.ts';

/** The statuses of a sample session: its own, that of its attempt, and its own before the event. */
type SessionSample = readonly [SessionStatus, AttemptStatus, SessionStatus | null];

const sessions: Readonly<Record<SessionEventType, SessionSample>> = {
  'proxy_session.created': ['created', 'unreserved', null],
  'proxy_session.payer_handoff_issued': ['payer_handoff_pending', 'confirmed', 'created'],
  'proxy_session.payer_opened': ['payer_opened', 'confirmed', 'payer_handoff_pending'],
  'proxy_session.cart_updated': ['payer_opened', 'attached', null],
  'proxy_session.payment_processing': ['payment_processing', 'processing', 'payer_opened'],
  'proxy_session.paid': ['paid', 'succeeded', 'payer_opened'],
  'proxy_session.provisionable': ['provisionable', 'succeeded', 'paid'],
  'proxy_session.payment_conflicted': ['payment_conflicted', 'integrity_failed', 'payer_opened'],
  'proxy_session.provisioned': ['provisioned', 'succeeded', 'provisionable'],
  'proxy_session.provisioning_failed': ['provisioning_failed', 'succeeded', 'provisionable'],
  'proxy_session.expired': ['expired', 'expired', 'payer_opened'],
  'proxy_session.canceled': ['canceled', 'canceled', 'payer_opened'],
};

/** The status of a sample attempt, and the one before the event. */
const attempts: Readonly<Record<AttemptEventType, readonly [AttemptStatus, AttemptStatus | null]>> =
  {
    'acquisition_attempt.reserved': ['reserved', null],
    'acquisition_attempt.provider_attached': ['attached', 'reserved'],
    'acquisition_attempt.cart_confirmed': ['confirmed', 'attached'],
    'acquisition_attempt.action_required': ['action_required', 'confirmed'],
    'acquisition_attempt.payment_declined': ['confirmed', 'action_required'],
    'acquisition_attempt.processing': ['processing', 'confirmed'],
    'acquisition_attempt.succeeded': ['succeeded', 'confirmed'],
    'acquisition_attempt.failed': ['failed', 'confirmed'],
    'acquisition_attempt.canceled': ['canceled', 'confirmed'],
    'acquisition_attempt.expired': ['expired', 'confirmed'],
    'acquisition_attempt.unknown': ['unknown', 'reserved'],
    'acquisition_attempt.superseded': ['superseded', 'failed'],
  };

const openDispute = {
  status: 'needs_response',
  opened_at: '2026-11-20T09:30:00.000Z',
  closed_at: null,
};

/** What a sample payment has become, and was before the event. */
const payments: Readonly<Record<PaymentEventType, Sample>> = {
  'payment.refunded': {
    object: { refunded_minor: 4200, dispute: null },
    previous: { refunded_minor: 0 },
  },
  'payment.refund_failed': {
    object: { refunded_minor: 0, dispute: null },
    previous: { refunded_minor: 4200 },
  },
  'payment.disputed': {
    object: { disputed_minor: 4200, dispute: openDispute },
    previous: { disputed_minor: 0, dispute: null },
  },
  'payment.dispute_closed': {
    object: {
      disputed_minor: 4200,
      dispute: { ...openDispute, status: 'lost', closed_at: '2026-12-04T09:30:00.000Z' },
    },
    previous: { dispute: openDispute },
  },
};

const OCCURRED_AT = '2026-11-20T09:30:00.000Z';

/** What an event type changes in the example of its resource. */
interface Sample {
  readonly object: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>>;
}

/**
 * A realistic event of a type: the examples of its schema, with the state that the type implies. The
 * documentation and test events use it.
 */
export function sampleEvent(type: EventType): Event {
  const { definitions = {}, ...schema } = z.toJSONSchema(eventSchema(type), {
    target: 'openapi-3.0',
    io: 'input',
  }) as ExampleSchema & { definitions?: Record<string, ExampleSchema> };
  const { object, previous } = getSample(type);
  const example = withDifferences(getExample(schema, definitions), { data: { object } }) as Event;
  return { ...example, data: { ...example.data, previous_attributes: previous } };
}

function getSample(type: EventType): Sample {
  if (isOneOf(sessions, type)) return sampleSession(sessions[type]);
  if (isOneOf(attempts, type)) return sampleAttempt(type, attempts[type]);
  if (isOneOf(payments, type)) return payments[type];
  switch (type) {
    case 'subscription.created':
      return { object: { status: 'active' }, previous: {} };
    case 'subscription.updated':
      return { object: { status: 'active' }, previous: { status: 'trialing' } };
    case 'subscription.ended':
      return {
        object: { status: 'canceled', ended_at: OCCURRED_AT },
        previous: { status: 'active', ended_at: null },
      };
    case 'webhook_endpoint.ping':
      return { object: {}, previous: {} };
    case 'webhook_endpoint.deactivated':
      return { object: { status: 'inactive' }, previous: { status: 'active' } };
  }
}

function isOneOf<T extends string>(samples: Readonly<Record<T, unknown>>, type: string): type is T {
  return Object.hasOwn(samples, type);
}

function sampleSession([status, attemptStatus, before]: SessionSample): Sample {
  const paymentStatus = getPaymentStatus(status);
  const state = { sessionStatus: status, attemptStatus, attemptReason: null, paymentStatus };
  return {
    object: {
      status,
      actionable_next_step: getActionableNextStep(state),
      presentation_state: getPresentationState(state),
      current_acquisition_attempt: { status: attemptStatus },
      completed_acquisition_attempt_id: attemptStatus === 'succeeded' ? ATTEMPT_ID : null,
      payment_summary: {
        status: paymentStatus,
        received_minor: paymentStatus === 'paid' ? 4200 : 0,
        dispute: null,
      },
    },
    previous: before ? { status: before } : {},
  };
}

const paidStatuses: readonly SessionStatus[] = [
  'paid',
  'payment_conflicted',
  'provisioned',
  'provisioning_failed',
];

const getPaymentStatus = (status: SessionStatus): PaymentStatus =>
  paidStatuses.includes(status) ? 'paid' : 'unpaid';

function sampleAttempt(
  type: AttemptEventType,
  [status, before]: readonly [AttemptStatus, AttemptStatus | null],
): Sample {
  const isDecline = type === 'acquisition_attempt.payment_declined';
  return {
    object: {
      status,
      ...(['reserved', 'unknown'].includes(status) && notAttached),
      ...(['reserved', 'unknown', 'attached'].includes(status) && notConfirmed),
      completion_recorded_at: status === 'succeeded' ? OCCURRED_AT : null,
      ...(isDecline && {
        status_reason: 'payment_declined',
        last_decline_code: 'insufficient_funds',
      }),
    },
    previous: {
      ...(before && { status: before }),
      ...(isDecline && { status_reason: null, last_decline_code: null }),
    },
  };
}

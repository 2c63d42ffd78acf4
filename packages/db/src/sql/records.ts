import type {
  AcquisitionAttemptId,
  AttemptStatus,
  CheckoutUiMode,
  CommercialMode,
  ConfigurationStatus,
  DirectSubscriptionSource,
  IntegrationPath,
  MerchantId,
  Mode,
  PaymentStatus,
  PricingMode,
  ProviderConfigId,
  ProxySessionId,
  SessionStatus,
  SubscriptionDispute,
  SubscriptionId,
  SubscriptionItem,
} from '@parley/domain';
import {
  type AcquisitionAttempt as AttemptModel,
  type Payment as PaymentModel,
  Prisma,
  type ProxySession as SessionModel,
  type Subscription as SubscriptionModel,
} from '../generated/client.ts';
import type { AttemptCopyField } from './attempt-copy.ts';

/** Lease columns are bookkeeping of the workers and never part of a record. */
type LeaseColumns = 'leaseToken' | 'leasedUntil';

/** A row with the domain's types where the database has text. */
type Typed<Row, Columns> = Omit<Row, keyof Columns | LeaseColumns> & Columns;

export type JsonObject = Record<string, unknown>;

/** A JSON object in the form Prisma accepts; null becomes SQL NULL, not JSON null. */
export function toPrismaJson(value: JsonObject): Prisma.InputJsonObject;
export function toPrismaJson(
  value: JsonObject | null,
): Prisma.InputJsonObject | typeof Prisma.DbNull;
export function toPrismaJson(value: JsonObject | null) {
  return value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);
}

/**
 * Without the cart, which is read only where it is shown, and without the copy of the current attempt, which
 * would differ from the attempt during a change.
 */
export type SessionRecord = Typed<
  Omit<SessionModel, 'cartSnapshot' | AttemptCopyField>,
  {
    merchantId: MerchantId;
    id: ProxySessionId;
    mode: Mode;
    status: SessionStatus;
    attemptId: AcquisitionAttemptId;
    completedAttemptId: AcquisitionAttemptId | null;
    paymentStatus: PaymentStatus;
    metadata: JsonObject;
    fulfillmentMetadata: JsonObject | null;
    failureMetadata: JsonObject | null;
    /** Minor units. */
    quoteAmountMinor: number;
    /** Minor units. */
    finalAmountMinor: number;
  }
>;

/** Whose server created a provider object. */
export type ObjectCreator = 'payer_page' | 'merchant';

export type AttemptRecord = Typed<
  AttemptModel,
  {
    merchantId: MerchantId;
    id: AcquisitionAttemptId;
    proxySessionId: ProxySessionId;
    mode: Mode;
    status: AttemptStatus;
    merchantProviderConfigId: ProviderConfigId | null;
    commercialMode: CommercialMode;
    integrationPath: IntegrationPath;
    pricingMode: PricingMode;
    checkoutUiMode: CheckoutUiMode | null;
    directSubscriptionSource: DirectSubscriptionSource | null;
    supersedesAttemptId: AcquisitionAttemptId | null;
    rootCreatedBy: ObjectCreator | null;
    setupIntentCreatedBy: ObjectCreator | null;
    /** Minor units. */
    confirmedAmountMinor: number | null;
    /** Minor units. */
    confirmedMerchandiseSubtotalMinor: number | null;
  }
>;

/** What caused the last read of a subscription from the provider. */
export type SyncSource = 'event' | 'sweep' | 'payer' | 'merchant';

export type SubscriptionRecord = Typed<
  SubscriptionModel,
  {
    merchantId: MerchantId;
    id: SubscriptionId;
    mode: Mode;
    proxySessionId: ProxySessionId;
    attemptId: AcquisitionAttemptId;
    providerConfigId: ProviderConfigId;
    configurationStatus: ConfigurationStatus;
    items: readonly SubscriptionItem[];
    disputes: readonly SubscriptionDispute[] | null;
    /** Minor units. */
    latestInvoiceAmountMinor: number | null;
    syncSource: SyncSource | null;
  }
>;

/** A session with its current attempt, its carts and its payments. */
export interface SessionState {
  readonly session: SessionRecord;
  readonly attempt: AttemptRecord;
  readonly cartSnapshot: JsonObject;
  readonly quoteCartSnapshot: JsonObject;
  readonly finalCartSnapshot: JsonObject;
  /** In the order in which they were recorded. */
  readonly payments: readonly PaymentRecord[];
  /** The provider config for new attempts; null when the merchant has none in this mode. */
  readonly activeProviderConfigId: ProviderConfigId | null;
  /** When the session was read, by the database clock. */
  readonly now: Date;
}

/** A session with all data its views need, read in one statement. */
export interface LoadedSession extends SessionState {
  readonly merchantName: string;
}

/** Money that one provider object took for a session. */
export type PaymentRecord = Typed<
  PaymentModel,
  {
    merchantId: MerchantId;
    mode: Mode;
    proxySessionId: ProxySessionId;
    attemptId: AcquisitionAttemptId;
    /** Minor units. */
    amountMinor: number;
    /** Minor units. */
    refundedMinor: number;
    /** Minor units. */
    disputedMinor: number;
    /** Minor units. */
    taxMinor: number | null;
    /** Minor units. */
    shippingMinor: number | null;
    /** Minor units. */
    discountMinor: number | null;
  }
>;

export interface HistoryRecord {
  /** Gapless within a session, from 1. */
  readonly sequence: number;
  readonly attemptId: AcquisitionAttemptId | null;
  readonly action: string;
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
  readonly reason: string | null;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly requestId: string | null;
  /** The failed charge of the provider, if the entry records a decline. */
  readonly declineId: string | null;
  readonly at: Date;
}

export type ActorKind = 'api_key' | 'user' | 'operator' | 'payer' | 'provider' | 'system';

/** The merchant and mode whose rows a repository can access. */
export interface Scope {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
}

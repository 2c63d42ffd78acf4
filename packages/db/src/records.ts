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
  PricingMode,
  ProxySessionId,
  PspConfigId,
  SessionStatus,
  SubscriptionId,
  SubscriptionItem,
} from '@parley/domain';
import type {
  AcquisitionAttempt as AttemptModel,
  ProxySession as SessionModel,
  Subscription as SubscriptionModel,
} from './generated/client.ts';

/** Who works on a row just now is no part of what it says. */
type LeaseColumns = 'leaseToken' | 'leasedUntil';

/** A row's columns with the domain's own types where the database has text. */
type Typed<Row, Columns> = Omit<Row, keyof Columns | LeaseColumns> & Columns;

export type JsonObject = Record<string, unknown>;

export type SessionRecord = Typed<
  SessionModel,
  {
    merchantId: MerchantId;
    id: ProxySessionId;
    mode: Mode;
    status: SessionStatus;
    completedAttemptId: AcquisitionAttemptId | null;
    metadata: JsonObject;
    fulfillmentMetadata: JsonObject | null;
    failureMetadata: JsonObject | null;
  }
>;

export type AttemptRecord = Typed<
  AttemptModel,
  {
    merchantId: MerchantId;
    id: AcquisitionAttemptId;
    proxySessionId: ProxySessionId;
    mode: Mode;
    status: AttemptStatus;
    merchantPspConfigId: PspConfigId | null;
    commercialMode: CommercialMode;
    integrationPath: IntegrationPath;
    pricingMode: PricingMode;
    checkoutUiMode: CheckoutUiMode | null;
    directSubscriptionSource: DirectSubscriptionSource | null;
    supersedesAttemptId: AcquisitionAttemptId | null;
  }
>;

/** What made us read a subscription last. */
export type SyncSource = 'event' | 'sweep' | 'payer' | 'merchant';

export type SubscriptionRecord = Typed<
  SubscriptionModel,
  {
    merchantId: MerchantId;
    id: SubscriptionId;
    mode: Mode;
    proxySessionId: ProxySessionId;
    attemptId: AcquisitionAttemptId;
    pspConfigId: PspConfigId;
    configurationStatus: ConfigurationStatus;
    items: readonly SubscriptionItem[];
    /** Minor units. */
    latestInvoiceAmountMinor: number | null;
    syncSource: SyncSource | null;
  }
>;

/** A session with everything its views show, read in one statement. */
export interface LoadedSession {
  readonly session: SessionRecord;
  readonly attempt: AttemptRecord;
  readonly merchantName: string;
  readonly cartSnapshot: JsonObject;
  readonly quoteCartSnapshot: JsonObject;
  readonly finalCartSnapshot: JsonObject;
  /** The database's clock when the session was read. */
  readonly now: Date;
}

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
  readonly at: Date;
}

export type ActorKind = 'api_key' | 'user' | 'payer' | 'provider' | 'system';

/** Whose rows a repository sees: one merchant's, in one mode. */
export interface Scope {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
}

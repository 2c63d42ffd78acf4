import { path, Resource } from '../api.ts';
import type {
  BindProviderRequest,
  CreatedProxySession,
  CreateSessionRequest,
  CreateSessionWithHandoffRequest,
  FulfillmentReport,
  GetSessionQuery,
  IssuedPayerHandoff,
  ListSessionsQuery,
  ProviderBinding,
  ProxySessionHandoff,
  ProxySessionMerchantView,
  ProxySessionPayerOpenedView,
  ProxySessionPayerSafeView,
  ProxySessionSummary,
  ReplaceCartRequest,
  ReplacedCart,
  ReportProvisionedRequest,
  ReportProvisioningFailedRequest,
  ResolveConflictRequest,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Charges of a payer, from the first cart to fulfillment. */
export class Sessions extends Resource {
  /** Creates a session for one charge. */
  create(
    params: CreateSessionRequest,
    options?: WriteOptions,
  ): RequestPromise<CreatedProxySession> {
    return this.api.write('createSession', 'POST', '/proxy_sessions', params, options);
  }

  /** Creates a session and returns the URL of its payer page, in one request. */
  createWithHandoff(
    params: CreateSessionWithHandoffRequest,
    options?: WriteOptions,
  ): RequestPromise<ProxySessionHandoff> {
    return this.api.write(
      'createSessionWithHandoff',
      'POST',
      '/proxy_sessions/handoff',
      params,
      options,
    );
  }

  /** The sessions of this mode, without carts and contacts. */
  list(query?: ListSessionsQuery, options?: RequestOptions): PagePromise<ProxySessionSummary> {
    return this.api.list('listSessions', '/proxy_sessions', query, options);
  }

  /** A session with its cart, contacts and metadata. */
  retrieve(id: string, options?: RequestOptions): RequestPromise<ProxySessionMerchantView> {
    return this.api.read(
      'getMerchantSession',
      path`/proxy_sessions/${id}/merchant`,
      undefined,
      options,
    );
  }

  /** What the payer may see of a session. A publishable key may read it too. */
  retrievePayerView(
    id: string,
    query?: GetSessionQuery,
    options?: RequestOptions,
  ): RequestPromise<ProxySessionPayerSafeView> {
    return this.api.read('getSession', path`/proxy_sessions/${id}`, query, options);
  }

  /** Replaces cart and charge. A conflict has the code cart_version_conflict. */
  replaceCart(
    id: string,
    params: ReplaceCartRequest,
    options?: WriteOptions,
  ): RequestPromise<ReplacedCart> {
    return this.api.write('replaceCart', 'PUT', path`/proxy_sessions/${id}/cart`, params, options);
  }

  /** Records that the payer was handed off to the payer page. */
  issuePayerHandoff(id: string, options?: WriteOptions): RequestPromise<IssuedPayerHandoff> {
    return this.api.write(
      'issuePayerHandoff',
      'POST',
      path`/proxy_sessions/${id}/payer_handoff`,
      undefined,
      options,
    );
  }

  /** Records that the payer opened checkout, and returns the current cart. */
  recordPayerOpened(
    id: string,
    options?: WriteOptions,
  ): RequestPromise<ProxySessionPayerOpenedView> {
    return this.api.write(
      'recordPayerOpened',
      'POST',
      path`/proxy_sessions/${id}/payer_opened`,
      undefined,
      options,
    );
  }

  /** Binds a checkout object of the provider to the session. */
  bindProvider(
    id: string,
    params: BindProviderRequest,
    options?: WriteOptions,
  ): RequestPromise<ProviderBinding> {
    return this.api.write(
      'bindProvider',
      'POST',
      path`/proxy_sessions/${id}/provider_bindings`,
      params,
      options,
    );
  }

  /** Reports that a paid session is fulfilled. */
  reportProvisioned(
    id: string,
    params?: ReportProvisionedRequest,
    options?: WriteOptions,
  ): RequestPromise<FulfillmentReport> {
    return this.api.write(
      'reportProvisioned',
      'POST',
      path`/proxy_sessions/${id}/provisioned`,
      params,
      options,
    );
  }

  /** Reports that a paid session can never be fulfilled. */
  reportProvisioningFailed(
    id: string,
    params: ReportProvisioningFailedRequest,
    options?: WriteOptions,
  ): RequestPromise<FulfillmentReport> {
    return this.api.write(
      'reportProvisioningFailed',
      'POST',
      path`/proxy_sessions/${id}/provisioning_failed`,
      params,
      options,
    );
  }

  /** Cancels a session that is not paid. */
  cancel(id: string, options?: WriteOptions): RequestPromise<FulfillmentReport> {
    return this.api.write(
      'cancelSession',
      'POST',
      path`/proxy_sessions/${id}/cancel`,
      undefined,
      options,
    );
  }

  /** Resolves a payment that does not match its session. */
  resolve(
    id: string,
    params: ResolveConflictRequest,
    options?: WriteOptions,
  ): RequestPromise<FulfillmentReport> {
    return this.api.write(
      'resolveConflict',
      'POST',
      path`/proxy_sessions/${id}/resolve`,
      params,
      options,
    );
  }
}

export interface OverloadLimits {
  /**
   * Requests whose body has arrived and that have no response yet, without those that wait for admission or call the
   * provider. Further requests are rejected with 503. This bounds memory; `Admission` bounds the others.
   */
  readonly maxInFlight: number;
  /** Responses that clients have not read completely. A further one closes the connection of the oldest. */
  readonly maxUnreadResponses: number;
  readonly maxUnreadResponsesPerAddress: number;
  /** Connections without a request in progress. A further one closes the oldest. */
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Authorized requests whose body is still arriving. A further one ends the oldest with 408. */
  readonly maxUploads: number;
  readonly maxUploadsPerAddress: number;
  /** The same for bodies that are read before their sender is authenticated: of provider events. */
  readonly maxUnauthenticatedUploads: number;
  readonly maxUnauthenticatedUploadsPerAddress: number;
  /** Event streams. A further one ends one of the merchant with the most, or is refused with 429. */
  readonly maxEventStreams: number;
}

export const defaultOverloadLimits: OverloadLimits = {
  maxInFlight: 1_000,
  maxUnreadResponses: 500,
  maxUnreadResponsesPerAddress: 100,
  maxConnections: 5_000,
  maxConnectionsPerAddress: 500,
  maxUploads: 1_000,
  maxUploadsPerAddress: 100,
  maxUnauthenticatedUploads: 200,
  maxUnauthenticatedUploadsPerAddress: 20,
  maxEventStreams: 100,
};

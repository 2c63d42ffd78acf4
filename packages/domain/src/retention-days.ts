/** Retention periods in days that no setting changes. */
export const retentionDays = {
  deliveries: 30,
  providerEvents: 90,
  idempotencyRecords: 30,
  attentionTriage: 90,
  payerNetworks: 1,
} as const;

/** How many days a session must be closed before it can be archived, and before it is by default. */
export const archiveDays = { least: 400, default: 730 } as const;

/** Retention periods in days that no setting changes. */
export const retentionDays = {
  deliveries: 30,
  providerEvents: 90,
  idempotencyRecords: 30,
  attentionTriage: 90,
  payerNetworks: 1,
} as const;

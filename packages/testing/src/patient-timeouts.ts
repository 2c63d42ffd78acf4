/**
 * Database time-outs for tests that run many operations concurrently, where a busy machine must not fail a
 * request that only waits for a connection.
 */
export const patientTimeouts = { connectionMs: 30_000 };

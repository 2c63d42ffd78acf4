export { startAwsKms } from './aws-kms-stub.ts';
export {
  type CollectedLine,
  type CollectedMetric,
  type CollectedSpan,
  type Collector,
  startCollector,
} from './collector.ts';
export { type FixedClock, fixedClock } from './fixed-clock.ts';
export { lockWaits } from './lock-waits.ts';
export { hasPgBouncer, type PgBouncer, startPgBouncer } from './pg-bouncer.ts';
export { reservePort } from './reserve-ports.ts';
export { recordStatements, type SentStatement } from './sent-statements.ts';
export {
  createServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
  spawnApp,
} from './server-process.ts';
export { type StartedServer, startServer } from './start-server.ts';
export {
  createEmptyDatabase,
  createTestDatabase,
  isCluster,
  isTestDatabase,
  joinNodes,
  type TestDatabase,
} from './test-database.ts';
export { runsEveryCombination, testScale } from './test-scale.ts';
export { type WaitForOptions, waitFor } from './wait-for.ts';
export {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';

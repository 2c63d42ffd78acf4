export { type FixedClock, fixedClock } from './fixed-clock.ts';
export { freePort, type SpawnedApp, spawnApp } from './spawn-app.ts';
export { emptyDatabase, type TestDatabase, testDatabase } from './test-database.ts';
export { type WaitForOptions, waitFor } from './wait-for.ts';
export {
  type ReceivedWebhook,
  type WebhookReceiver,
  webhookReceiver,
} from './webhook-receiver.ts';

-- The trace that a received event, a waiting event and its deliveries continue. Null without tracing.
ALTER TABLE "outbox_waiting" ADD COLUMN "traceparent" TEXT;
ALTER TABLE "provider_event" ADD COLUMN "traceparent" TEXT;
ALTER TABLE "webhook_delivery" ADD COLUMN "traceparent" TEXT;

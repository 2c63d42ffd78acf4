-- DropIndex
DROP INDEX "provider_event_parked";

-- CreateIndex
CREATE INDEX "provider_event_held" ON "provider_event"("merchant_id", "mode", "status", "received_at" DESC, "event_id" DESC) WHERE (status = ANY (ARRAY['parked'::text, 'failed'::text]));

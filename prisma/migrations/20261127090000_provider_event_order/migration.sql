-- DropIndex
DROP INDEX "provider_event_due";

-- DropIndex
DROP INDEX "provider_event_due_of_merchant";

-- CreateIndex
CREATE INDEX "provider_event_due" ON "provider_event"("due_at") WHERE (status = ANY (ARRAY['waiting'::text, 'parked'::text]));

-- CreateIndex
CREATE INDEX "provider_event_due_of_merchant" ON "provider_event"("merchant_id", "due_at", "received_at") WHERE (status = ANY (ARRAY['waiting'::text, 'parked'::text]));

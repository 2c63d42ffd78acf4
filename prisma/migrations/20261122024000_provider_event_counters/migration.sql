-- DropIndex
DROP INDEX "provider_event_due";

-- DropIndex
DROP INDEX "provider_event_of_object";

-- DropIndex
DROP INDEX "provider_event_to_replay";

-- AlterTable
ALTER TABLE "provider_event" ADD COLUMN     "internal_failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "parks" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "transient_failures" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "provider_event_due" ON "provider_event"("due_at", "occurred_at") WHERE (status = ANY (ARRAY['waiting'::text, 'parked'::text]));

-- CreateIndex
CREATE INDEX "provider_event_due_of_merchant" ON "provider_event"("merchant_id", "due_at", "occurred_at") WHERE (status = ANY (ARRAY['waiting'::text, 'parked'::text]));

-- CreateIndex
CREATE INDEX "provider_event_waiting" ON "provider_event"("received_at") WHERE (status = 'waiting'::text);

-- CreateIndex
CREATE INDEX "provider_event_of_object" ON "provider_event"("merchant_id", "object_id") WHERE (status = ANY (ARRAY['waiting'::text, 'parked'::text]));

-- CreateIndex
CREATE INDEX "provider_event_parked_for" ON "provider_event"("merchant_id", "parked_for") WHERE (parked_for IS NOT NULL);

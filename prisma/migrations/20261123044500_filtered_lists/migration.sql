-- CreateIndex
CREATE INDEX "audit_entry_of_actor" ON "audit_entry"("merchant_id", "mode", "actor_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entry_of_type" ON "audit_entry"("merchant_id", "mode", "object_type", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "subscription_newest_by_status" ON "subscription"("merchant_id", "mode", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "subscription_newest_by_configuration" ON "subscription"("merchant_id", "mode", "configuration_status", "created_at" DESC, "id" DESC);

-- References may be longer than an index entry.
CREATE INDEX "subscription_newest_by_buyer" ON "subscription"("merchant_id", "mode", hashtextextended("buyer_reference", 0), "created_at" DESC, "id" DESC);

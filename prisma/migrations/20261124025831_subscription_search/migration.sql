-- CreateIndex
CREATE INDEX "subscription_newest_by_customer" ON "subscription"("merchant_id", "mode", "provider_customer_id", "created_at" DESC, "id" DESC) WHERE (provider_customer_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "subscription_newest_by_invoice" ON "subscription"("merchant_id", "mode", "latest_invoice_id", "created_at" DESC, "id" DESC) WHERE (latest_invoice_id IS NOT NULL);

-- DropForeignKey
ALTER TABLE "acquisition_attempt" DROP CONSTRAINT "acquisition_attempt_merchant_id_proxy_session_id_fkey";

-- DropForeignKey
ALTER TABLE "cart_revision" DROP CONSTRAINT "cart_revision_merchant_id_proxy_session_id_fkey";

-- DropForeignKey
ALTER TABLE "history_entry" DROP CONSTRAINT "history_entry_merchant_id_proxy_session_id_fkey";

-- DropForeignKey
ALTER TABLE "proxy_session" DROP CONSTRAINT "proxy_session_merchant_id_fkey";

-- DropForeignKey
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_merchant_id_attempt_id_fkey";

-- DropForeignKey
ALTER TABLE "subscription" DROP CONSTRAINT "subscription_merchant_id_proxy_session_id_fkey";

-- DropForeignKey
ALTER TABLE "webhook_endpoint_queue" DROP CONSTRAINT "webhook_endpoint_queue_merchant_id_endpoint_id_fkey";

-- AddForeignKey
ALTER TABLE "acquisition_attempt" ADD CONSTRAINT "acquisition_attempt_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "proxy_session" ADD CONSTRAINT "proxy_session_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "cart_revision" ADD CONSTRAINT "cart_revision_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "history_entry" ADD CONSTRAINT "history_entry_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_endpoint_queue" ADD CONSTRAINT "webhook_endpoint_queue_merchant_id_endpoint_id_fkey" FOREIGN KEY ("merchant_id", "endpoint_id") REFERENCES "webhook_endpoint"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_attempt_id_fkey" FOREIGN KEY ("merchant_id", "attempt_id") REFERENCES "acquisition_attempt"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_merchant_id_proxy_session_id_fkey" FOREIGN KEY ("merchant_id", "proxy_session_id") REFERENCES "proxy_session"("merchant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

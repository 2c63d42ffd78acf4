-- Names the webhook queues as the code does.
ALTER TABLE "webhook_lane" RENAME TO "webhook_endpoint_queue";
ALTER TABLE "webhook_endpoint_queue" RENAME COLUMN "lane" TO "queue_number";
ALTER TABLE "webhook_endpoint_queue" RENAME COLUMN "wakes" TO "notification_count";
ALTER TABLE "webhook_endpoint_queue" RENAME CONSTRAINT "webhook_lane_pkey" TO "webhook_endpoint_queue_pkey";
ALTER TABLE "webhook_endpoint_queue" RENAME CONSTRAINT "webhook_lane_merchant_id_endpoint_id_fkey" TO "webhook_endpoint_queue_merchant_id_endpoint_id_fkey";
ALTER TABLE "webhook_endpoint_queue" RENAME CONSTRAINT "webhook_lane_number" TO "webhook_endpoint_queue_number";
ALTER TABLE "webhook_endpoint_queue" RENAME CONSTRAINT "webhook_lane_lease" TO "webhook_endpoint_queue_lease";
ALTER INDEX "webhook_lane_due" RENAME TO "webhook_endpoint_queue_due";

ALTER TABLE "webhook_delivery" RENAME COLUMN "lane" TO "queue_number";
ALTER TABLE "webhook_delivery" RENAME CONSTRAINT "webhook_delivery_lane" TO "webhook_delivery_queue_number";

-- AlterTable
ALTER TABLE "psp_config" ADD COLUMN     "last_event_at" TIMESTAMPTZ(3),
ADD COLUMN     "previous_webhook_secret_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "previous_webhook_secret_sealed" BYTEA;

ALTER TABLE "psp_config"
  ADD CONSTRAINT "psp_config_previous_webhook_secret" CHECK (
    ("previous_webhook_secret_sealed" IS NULL) = ("previous_webhook_secret_expires_at" IS NULL));

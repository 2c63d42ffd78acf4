-- AlterTable
ALTER TABLE "psp_config" ADD COLUMN     "account_id" TEXT,
ADD COLUMN     "secret_key_last_four" TEXT,
ALTER COLUMN "webhook_secret_sealed" DROP NOT NULL;

-- An account that takes or has taken attempts can verify what the provider tells of them.
ALTER TABLE "psp_config"
  DROP CONSTRAINT "psp_config_status",
  ADD CONSTRAINT "psp_config_status" CHECK ("status" IN ('inactive', 'active', 'retired')),
  ADD CONSTRAINT "psp_config_webhook_secret" CHECK ("status" = 'inactive' OR "webhook_secret_sealed" IS NOT NULL);

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "created_by_id" TEXT,
ADD COLUMN     "created_by_kind" TEXT,
ADD COLUMN     "replaced_by_id" TEXT;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_merchant_id_replaced_by_id_fkey" FOREIGN KEY ("merchant_id", "replaced_by_id") REFERENCES "api_key"("merchant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A key that was rolled ends: at once, or with its overlap.
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_replaced" CHECK ("replaced_by_id" IS NULL OR "revoked_at" IS NOT NULL OR "expires_at" IS NOT NULL);

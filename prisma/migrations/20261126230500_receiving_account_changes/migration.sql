-- AlterTable
ALTER TABLE "psp_config" ADD COLUMN     "activated_at" TIMESTAMPTZ(3),
ADD COLUMN     "replaced_id" TEXT;

-- AddForeignKey
ALTER TABLE "psp_config" ADD CONSTRAINT "psp_config_merchant_id_replaced_id_fkey" FOREIGN KEY ("merchant_id", "replaced_id") REFERENCES "psp_config"("merchant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A replaced account is another one, and was replaced by an activation.
ALTER TABLE "psp_config" ADD CONSTRAINT "psp_config_replaced" CHECK ("replaced_id" IS NULL OR ("replaced_id" <> "id" AND "activated_at" IS NOT NULL));

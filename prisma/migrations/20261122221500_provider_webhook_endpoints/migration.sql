-- AlterTable
ALTER TABLE "psp_config" ADD COLUMN     "webhook_endpoint_id" TEXT;

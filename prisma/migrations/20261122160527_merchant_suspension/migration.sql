-- AlterTable
ALTER TABLE "merchant" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

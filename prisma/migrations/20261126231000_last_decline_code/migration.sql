-- AlterTable
ALTER TABLE "acquisition_attempt" ADD COLUMN     "last_decline_code" TEXT;

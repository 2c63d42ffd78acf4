-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "second_factor_required_at" TIMESTAMPTZ(3);

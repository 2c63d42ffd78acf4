-- AlterTable
ALTER TABLE "dashboard_user" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3);

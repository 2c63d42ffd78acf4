-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "challenge_passed_at" TIMESTAMPTZ(3);

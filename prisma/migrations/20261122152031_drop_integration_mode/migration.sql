-- AlterTable
ALTER TABLE "proxy_session" DROP COLUMN "integration_mode";

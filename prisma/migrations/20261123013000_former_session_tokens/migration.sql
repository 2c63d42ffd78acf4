-- AlterTable
ALTER TABLE "dashboard_session" ADD COLUMN     "former_token" TEXT,
ADD COLUMN     "former_token_expires_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "dashboard_session_former_token_idx" ON "dashboard_session"("former_token");

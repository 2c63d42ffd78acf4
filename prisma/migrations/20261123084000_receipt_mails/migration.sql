-- AlterTable
ALTER TABLE "merchant" ADD COLUMN     "email_receipts" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "proxy_session" ADD COLUMN     "emails_receipt" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "payer_locale" TEXT;

-- CreateTable
CREATE TABLE "receipt_mail" (
    "merchant_id" TEXT NOT NULL,
    "proxy_session_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_token" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_mail_pkey" PRIMARY KEY ("merchant_id","proxy_session_id")
);

-- CreateIndex
CREATE INDEX "receipt_mail_due" ON "receipt_mail"("merchant_id", "due_at") WHERE (outcome IS NULL);

ALTER TABLE "receipt_mail" ADD CONSTRAINT "receipt_mail_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "receipt_mail" ADD CONSTRAINT "receipt_mail_outcome" CHECK ("outcome" IN ('sent', 'skipped', 'failed'));
ALTER TABLE "receipt_mail" ADD CONSTRAINT "receipt_mail_finished" CHECK (("outcome" IS NULL) = ("finished_at" IS NULL));

-- CreateTable
CREATE TABLE "notification_setting" (
    "merchant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kinds" TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_setting_pkey" PRIMARY KEY ("merchant_id","user_id")
);

-- CreateTable
CREATE TABLE "attention_mail" (
    "merchant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "mailed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attention_mail_pkey" PRIMARY KEY ("merchant_id","user_id","kind","subject_id","since")
);

-- CreateIndex
CREATE INDEX "attention_mail_merchant_id_user_id_kind_mailed_at_idx" ON "attention_mail"("merchant_id", "user_id", "kind", "mailed_at");

-- CreateTable
CREATE TABLE "saved_view" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filters" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("merchant_id","mode","user_id","name")
);

ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_name" CHECK (char_length("name") BETWEEN 1 AND 60);

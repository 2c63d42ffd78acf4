-- AlterTable
ALTER TABLE "merchant" ADD COLUMN     "accent_color" TEXT,
ADD COLUMN     "default_lifetime_seconds" INTEGER,
ADD COLUMN     "default_payer_destination_url" TEXT,
ADD COLUMN     "embedding_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "logo_hash" TEXT,
ADD COLUMN     "privacy_url" TEXT,
ADD COLUMN     "settings_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "support_email" TEXT,
ADD COLUMN     "support_phone" TEXT,
ADD COLUMN     "support_url" TEXT,
ADD COLUMN     "terms_url" TEXT;

-- CreateTable
CREATE TABLE "merchant_logo" (
    "merchant_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merchant_logo_pkey" PRIMARY KEY ("merchant_id","hash")
);

-- AddForeignKey
ALTER TABLE "merchant_logo" ADD CONSTRAINT "merchant_logo_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchant"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "merchant" ADD CONSTRAINT "merchant_settings_version" CHECK ("settings_version" >= 1);

ALTER TABLE "merchant"
  ADD CONSTRAINT "merchant_accent_color" CHECK ("accent_color" ~ '^#[0-9a-f]{6}$');

ALTER TABLE "merchant"
  ADD CONSTRAINT "merchant_current_logo" CHECK ("logo_hash" ~ '^[0-9a-f]{64}$');

ALTER TABLE "merchant" ADD CONSTRAINT "merchant_embedding_origins" CHECK (
  array_to_string("embedding_origins", ' ') ~ '^(https?://[a-z0-9.-]+(:[0-9]+)?( |$))*$');

ALTER TABLE "merchant" ADD CONSTRAINT "merchant_default_lifetime" CHECK (
  "default_lifetime_seconds" BETWEEN 300 AND 2592000);

ALTER TABLE "merchant_logo"
  ADD CONSTRAINT "merchant_logo_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$');

ALTER TABLE "merchant_logo" ADD CONSTRAINT "merchant_logo_content_type" CHECK (
  "content_type" IN ('image/png', 'image/jpeg', 'image/webp'));

ALTER TABLE "merchant_logo"
  ADD CONSTRAINT "merchant_logo_size" CHECK (length("content") BETWEEN 1 AND 262144);

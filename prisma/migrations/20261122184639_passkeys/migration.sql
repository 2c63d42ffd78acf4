-- AlterTable
ALTER TABLE "dashboard_session" ADD COLUMN     "passkey_id" TEXT;

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_user_id_idx" ON "passkey"("user_id");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dashboard_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "passkey"
  ADD CONSTRAINT "passkey_counter" CHECK ("counter" BETWEEN 0 AND 4294967295);

ALTER TABLE "passkey"
  ADD CONSTRAINT "passkey_name" CHECK (length("name") BETWEEN 1 AND 100);

ALTER TABLE "passkey_challenge"
  ADD CONSTRAINT "passkey_challenge_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$');

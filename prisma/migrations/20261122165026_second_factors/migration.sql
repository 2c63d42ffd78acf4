-- AlterTable
ALTER TABLE "dashboard_session" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3);

-- Whoever is signed in stays signed in.
UPDATE "dashboard_session" SET "authenticated_at" = "created_at";

-- CreateTable
CREATE TABLE "second_factor" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "second_factor_user_id_key" ON "second_factor"("user_id");

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dashboard_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "dashboard_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "recovery_code"
  ADD CONSTRAINT "recovery_code_hash" CHECK ("code_hash" ~ '^[0-9a-f]{64}$');

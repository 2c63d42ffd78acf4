-- DropIndex
DROP INDEX "outbox_waiting_oldest";

-- CreateTable
CREATE TABLE "worker_lease" (
    "token" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_lease_pkey" PRIMARY KEY ("token")
);

-- CreateIndex
CREATE INDEX "outbox_waiting_oldest_of_merchant" ON "outbox_waiting"("merchant_id", "created_at");

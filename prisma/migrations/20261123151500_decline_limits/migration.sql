-- CreateTable
CREATE TABLE "payer_network" (
    "merchant_id" TEXT NOT NULL,
    "proxy_session_id" TEXT NOT NULL,
    "first_network" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "network" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payer_network_pkey" PRIMARY KEY ("merchant_id","proxy_session_id")
);

-- CreateTable
CREATE TABLE "decline_limit" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "level" DOUBLE PRECISION NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "decline_limit_pkey" PRIMARY KEY ("merchant_id","mode","network")
);

-- CreateTable
CREATE TABLE "decline_rate" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "last_hour" DOUBLE PRECISION NOT NULL,
    "last_week" DOUBLE PRECISION NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "spiking_since" TIMESTAMPTZ(3),

    CONSTRAINT "decline_rate_pkey" PRIMARY KEY ("merchant_id","mode")
);

-- CreateIndex
CREATE INDEX "payer_network_seen" ON "payer_network"("seen_at");

-- CreateIndex
CREATE INDEX "decline_limit_counted" ON "decline_limit"("counted_at");

ALTER TABLE "decline_limit" ADD CONSTRAINT "decline_limit_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "decline_limit" ADD CONSTRAINT "decline_limit_level" CHECK ("level" > 0);
ALTER TABLE "decline_rate" ADD CONSTRAINT "decline_rate_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "decline_rate" ADD CONSTRAINT "decline_rate_counts" CHECK ("last_hour" > 0 AND "last_week" > 0);

-- CreateTable
CREATE TABLE "api_request" (
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "error_code" TEXT,
    "api_key_id" TEXT NOT NULL,
    "api_key_kind" TEXT NOT NULL,
    "network" TEXT,
    "idempotency_key" TEXT,
    "replayed" BOOLEAN NOT NULL,
    "proxy_session_id" TEXT,
    "query" JSON,
    "request_body" JSON,
    "response_body" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_request_pkey" PRIMARY KEY ("merchant_id","mode","id")
);

-- CreateIndex
CREATE INDEX "api_request_of_key" ON "api_request"("merchant_id", "mode", "api_key_id", "id");

-- CreateIndex
CREATE INDEX "api_request_failed" ON "api_request"("merchant_id", "mode", "id") WHERE (status >= 400);

-- CreateIndex
CREATE INDEX "api_request_of_session" ON "api_request"("merchant_id", "mode", "proxy_session_id", "id") WHERE (proxy_session_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "api_request_of_idempotency_key" ON "api_request"("merchant_id", "mode", "idempotency_key", "id") WHERE (idempotency_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "api_request_age" ON "api_request" USING BRIN ("created_at");

ALTER TABLE "api_request" ADD CONSTRAINT "api_request_mode" CHECK ("mode" IN ('test', 'live'));
ALTER TABLE "api_request" ADD CONSTRAINT "api_request_status" CHECK ("status" BETWEEN 100 AND 599);
ALTER TABLE "api_request" ADD CONSTRAINT "api_request_duration" CHECK ("duration_ms" >= 0);
ALTER TABLE "api_request" ADD CONSTRAINT "api_request_key_kind" CHECK ("api_key_kind" IN ('secret', 'publishable'));

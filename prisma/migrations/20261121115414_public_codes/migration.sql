-- CreateTable
CREATE TABLE "public_code" (
    "short_code" VARCHAR(12) NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "content" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_code_pkey" PRIMARY KEY ("short_code")
);

-- CreateIndex
CREATE INDEX "public_code_expires_at_idx" ON "public_code"("expires_at");

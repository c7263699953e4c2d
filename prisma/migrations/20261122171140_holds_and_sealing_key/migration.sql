-- CreateTable
CREATE TABLE "delivery_hold" (
    "id" SMALLINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_hold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sealing_key" (
    "id" SMALLINT NOT NULL,
    "fingerprint" VARCHAR(16) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sealing_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable; unlogged, since it is written at every change and worth nothing on another server
CREATE UNLOGGED TABLE "account_write" (
    "account_id" UUID NOT NULL,
    "lsn" pg_lsn NOT NULL,

    CONSTRAINT "account_write_pkey" PRIMARY KEY ("account_id")
);

-- AddForeignKey
ALTER TABLE "account_write" ADD CONSTRAINT "account_write_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

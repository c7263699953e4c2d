import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { isConnectionInDoubt } from "./database-errors";
import { oncePerProcess } from "./process-state";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type DriverTransaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/** What Prisma's adapter keeps on its objects without declaring it (7.10). */
interface Undeclared {
  client: pg.PoolClient;
  onError(error: unknown): never;
  cleanup?(): void;
}

/** Statements of different texts that a connection keeps prepared for Prisma at most. */
const maxPrepared = 500;

/** Once per process, like the client: the two bundles of `lib` share it. */
const opening = oncePerProcess(
  "prisma connections",
  () => new AsyncLocalStorage<{ connection?: pg.PoolClient }>(),
);

/**
 * Prisma over a pool, without what its own adapter changes: errors keep PostgreSQL's SQLSTATE as `code` and its constraint in
 * `meta`, statements are prepared once per connection, and a connection in doubt is closed instead of going back to the pool.
 */
export class PoolAdapter extends PrismaPg {
  constructor(pool: pg.Pool) {
    super(pool, { statementNameGenerator: createNames() });
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    undeclared(adapter).onError = keepError;
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => watchTransaction(await start(isolationLevel));
    return adapter;
  }
}

/** Runs `work`, which starts one Prisma transaction, and tells it the connection of that transaction. */
export function withConnection<T>(work: (getConnection: () => pg.PoolClient) => Promise<T>): Promise<T> {
  const slot: { connection?: pg.PoolClient } = {};
  return opening.run(slot, () =>
    work(() => {
      if (slot.connection === undefined) throw new Error("Prisma has not started its transaction");
      return slot.connection;
    }),
  );
}

function undeclared(driver: unknown): Undeclared {
  return driver as Undeclared;
}

function keepError(error: unknown): never {
  if (error instanceof Error && "constraint" in error)
    Object.assign(error, { meta: { constraint: error.constraint } });
  throw error;
}

function watchTransaction(tx: DriverTransaction): DriverTransaction {
  const driver = undeclared(tx);
  const slot = opening.getStore();
  if (slot !== undefined) slot.connection = driver.client;
  let broken: Error | undefined;
  driver.onError = (error) => {
    if (isConnectionInDoubt(error)) broken = error as Error;
    return keepError(error);
  };
  const release = async () => {
    driver.cleanup?.();
    driver.client.release(broken);
  };
  return Object.assign(tx, { commit: release, rollback: release });
}

/** One name per text; texts beyond the bound run without being prepared. */
function createNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    if (!names.has(sql) && names.size < maxPrepared) names.set(sql, `prisma_${names.size + 1}`);
    // The empty name is PostgreSQL's own for a statement that is not kept.
    return names.get(sql) ?? "";
  };
}

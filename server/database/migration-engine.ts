import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import type pg from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/** What Prisma's adapter has without declaring it (7.10). */
interface Undeclared {
  performIO(query: unknown): Promise<pg.QueryArrayResult>;
}

/** OIDs of PostgreSQL's own types. `"char"` is one byte, which its catalogues use. */
const oids = { char: 18, bpchar: 1042 };

/** The engine describes a schema by columns of type `"char"`, which the adapter (7.10) refuses. One statement runs at a time. */
function readCharAsCharacter(adapter: Adapter): void {
  const undeclared = adapter as unknown as Undeclared;
  const performIO = undeclared.performIO.bind(adapter);
  let characters: number[] = [];
  undeclared.performIO = async (query) => {
    const result = await performIO(query);
    characters = [...result.fields.keys()].filter((place) => result.fields[place]?.dataTypeID === oids.char);
    for (const place of characters) (result.fields[place] as pg.FieldDef).dataTypeID = oids.bpchar;
    return result;
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const place of characters) result.columnTypes[place] = ColumnTypeEnum.Character;
    return result;
  };
}

/**
 * Prisma's adapter cuts a script at every semicolon, also inside a function's body. PostgreSQL takes the script as
 * a whole, and then runs it as one transaction.
 */
class WholeScriptAdapter extends PrismaPg {
  /** What PostgreSQL said of the last script that failed; the engine repeats none of it. */
  failure: Error | undefined;

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      try {
        await adapter.underlyingDriver().query(script);
      } catch (error) {
        this.failure = error as Error;
        throw error;
      }
    };
    readCharAsCharacter(adapter);
    return adapter;
  }
}

type Glue = typeof import("@prisma/schema-engine-wasm") & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

/** The engine says through this global why it stops, before it traps. */
const panics = globalThis as typeof globalThis & {
  PRISMA_WASM_PANIC_REGISTRY?: { set_message(text: string): void };
};

/** The package imports its .wasm as a module, which Node doesn't; so it is read and wired here. */
async function wireEngine(): Promise<Glue> {
  const require = createRequire(import.meta.url);
  const path = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue = (await import(path)) as Glue;
  const bytes = await readFile(path.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  panics.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(text) {
      throw new Error(`Prisma's schema engine stopped: ${text}`);
    },
  };
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

let wired: Promise<Glue> | undefined;

/** The glue holds one instance of the engine; wiring it twice would pull the first from under its user. */
function loadEngine(): Promise<Glue> {
  wired ??= wireEngine();
  return wired;
}

/** Runs `work` with Prisma's schema engine over the pool, which should hold one connection. */
export async function withMigrationEngine<T>(
  pool: pg.Pool,
  work: (engine: SchemaEngine, lastFailure: () => Error | undefined) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine();
  const adapter = new WholeScriptAdapter(pool);
  const bound = bindMigrationAwareSqlAdapterFactory(adapter);
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, bound);
  try {
    return await work(engine, () => adapter.failure);
  } finally {
    engine.free();
  }
}

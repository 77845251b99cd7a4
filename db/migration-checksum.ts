/** Proves that a released migration was not edited. */
import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine, Migration } from './migration'
import type { Schema } from './schema'

/** They compile and never connect, so that a checksum needs no database. */
const COMPILERS: Readonly<Record<Engine, Kysely<Schema>>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}

const known = new WeakMap<Migration, Map<Engine, string>>()

/** SHA-256, hex, over the SQL that the migration runs on that engine. Counted once. */
export function checksumOf(migration: Migration, engine: Engine): string {
  const checksums = known.get(migration) ?? new Map<Engine, string>()
  known.set(migration, checksums)
  const checksum = checksums.get(engine) ?? countChecksum(migration, engine)
  checksums.set(engine, checksum)
  return checksum
}

function countChecksum(migration: Migration, engine: Engine): string {
  const hash = createHash('sha256')
  for (const statement of migration.statements(COMPILERS[engine], engine)) {
    const { sql, parameters } = statement.compile()
    hash.update(`${sql} ${JSON.stringify(parameters)}\n`)
  }
  return hash.digest('hex')
}

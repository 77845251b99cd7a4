/** Column shorthands shared by migrations; changing one changes released checksums. */
import type { ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely'
import type { Engine } from './migration'

type Table = CreateTableBuilder<string, string>

/** Numbered by the database. `never-reused` also holds after the newest row is deleted. */
export function id(table: Table, engine: Engine, reuse: 'never-reused' | 'append-only'): Table {
  if (engine === 'postgres') {
    return table.addColumn('id', 'bigint', (c) => c.generatedByDefaultAsIdentity().primaryKey())
  }
  // AUTOINCREMENT costs a second write for every row, so tables of the hot path go without.
  return table.addColumn('id', 'integer', (c) =>
    reuse === 'never-reused' ? c.primaryKey().autoIncrement() : c.primaryKey(),
  )
}

/** Text columns, empty unless given. */
export function texts(table: Table, ...names: readonly string[]): Table {
  return names.reduce((t, name) => t.addColumn(name, 'text', emptyText), table)
}

/** 64-bit whole numbers, 0 unless given: credits, counters and times. */
export function wholes(table: Table, ...names: readonly string[]): Table {
  return names.reduce((t, name) => t.addColumn(name, 'bigint', zero), table)
}

/** Small numbers: enums and flags. */
export function smalls(table: Table, start: number, ...names: readonly string[]): Table {
  const startAt = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(start)
  return names.reduce((t, name) => t.addColumn(name, 'integer', startAt), table)
}

/** 64-bit whole numbers that may be absent. */
export function optionalWholes(table: Table, ...names: readonly string[]): Table {
  return names.reduce((t, name) => t.addColumn(name, 'bigint'), table)
}

function emptyText(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo('')
}

function zero(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(0)
}

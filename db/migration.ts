/** What a migration is made of. */
import type { Compilable, Kysely } from 'kysely'
import type { Schema } from './schema'

export type Engine = 'sqlite' | 'postgres'

/**
 * One step forward, never edited once released: its checksum is taken over the SQL that it
 * compiles to. `statements` builds the same list every time and reads nothing.
 */
export interface Migration {
  /** `NNNN-what-changes`, the file's name. */
  readonly name: string
  /**
   * It only adds what programs of before it never ask for and need not write: they go on, and
   * start again, on a database that has it.
   */
  readonly isAdditive?: true
  readonly statements: (kysely: Kysely<Schema>, engine: Engine) => readonly Compilable[]
}

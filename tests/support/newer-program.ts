/** Preloaded before the sources: the program of a version to come, whose schema goes on. */
import { sql } from 'kysely'
import type { Migration } from '../../db/migration'
import { MIGRATIONS } from '../../db/migrations'

const STEPS: Readonly<Record<string, Migration>> = {
  changes: {
    name: '9998-changes',
    statements: (kysely) => [
      kysely.schema.alterTable('logs').addColumn('region', 'text', (c) => c.defaultTo('')),
      kysely.updateTable('logs').set({ content: sql<string>`content || '!'` }),
    ],
  },
  adds: {
    name: '9999-adds',
    isAdditive: true,
    statements: (kysely) => [
      kysely.schema.alterTable('users').addColumn('nickname', 'text', (c) => c.defaultTo('')),
    ],
  },
  fails: {
    name: '9999-fails',
    statements: (kysely) => [kysely.schema.alterTable('no_such_table').addColumn('x', 'text')],
  },
}

const names = (process.env.NEWER_STEPS ?? '').split(',')
const steps = names.flatMap((name) => STEPS[name] ?? [])
Array.prototype.push.apply(MIGRATIONS, steps)

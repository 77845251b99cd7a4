/** Which steps a program of before them can live with, so that two versions run side by side. */
import type { Migration } from '../migration'

export const additiveMigrations: Migration = {
  name: '0029-additive-migrations',
  isAdditive: true,
  statements: (db) => [
    db.schema
      .alterTable('migrations')
      .addColumn('additive', 'bigint', (c) => c.notNull().defaultTo(0)),
  ],
}

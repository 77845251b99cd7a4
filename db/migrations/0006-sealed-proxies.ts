/**
 * The address of a channel's proxy with its user name and password, sealed; `setting` keeps it
 * without the password. Sealing takes a key that no migration has, so the server does it for
 * what is stored already when it starts.
 */
import type { Migration } from '../migration'

export const sealedProxies: Migration = {
  name: '0006-sealed-proxies',
  statements: (db) => [
    db.schema
      .alterTable('channels')
      .addColumn('proxy_sealed', 'text', (column) => column.notNull().defaultTo('')),
  ],
}

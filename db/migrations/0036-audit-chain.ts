/** Entries of the audit log are linked to each other, so that a later edit of one shows. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const auditChain: Migration = {
  name: '0036-audit-chain',
  isAdditive: true,
  statements: (db) => [
    texts(
      wholes(
        db.schema.createTable('audit_links').addColumn('audit_id', 'bigint', (c) => c.primaryKey()),
        'chain',
      ),
      'hash',
    ),
    db.schema.createIndex('audit_links_by_chain').unique().on('audit_links').column('chain'),
  ],
}

/** Answers of Responses that are kept here, so that a conversation goes on with any channel. */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const storedResponses: Migration = {
  name: '0018-stored-responses',
  statements: (db) => {
    const table = db.schema
      .createTable('stored_responses')
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('stored_responses_key', ['user_id', 'id'])
    const numbered = wholes(table, 'token_id', 'characters', 'created_at', 'expires_at')
    return [
      texts(numbered, 'previous_id', 'input', 'response'),
      db.schema.createIndex('stored_responses_by_end').on('stored_responses').column('expires_at'),
      db.schema
        .createIndex('stored_responses_by_age')
        .on('stored_responses')
        .columns(['user_id', 'created_at', 'characters']),
    ]
  },
}

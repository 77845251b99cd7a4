/**
 * Answers that are made in the background, conversations that are kept here, and the model that
 * was asked for by the client of what an upstream keeps.
 */
import type { Migration } from '../migration'
import { texts, wholes } from '../migration-columns'

export const responseState: Migration = {
  name: '0020-response-state',
  statements: (db) => {
    const runs = db.schema
      .createTable('response_runs')
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('response_runs_key', ['user_id', 'id'])
    const conversations = db.schema
      .createTable('conversations')
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('conversations_key', ['user_id', 'id'])
    const items = db.schema
      .createTable('conversation_items')
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('conversation_id', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('conversation_items_key', ['user_id', 'conversation_id', 'position'])
    const counts = ['token_id', 'characters', 'last_position', 'created_at', 'expires_at'] as const
    return [
      texts(runs, 'node', 'events'),
      db.schema
        .createIndex('response_runs_by_node')
        .on('response_runs')
        .column('node')
        .where('node', '<>', ''),
      texts(wholes(conversations, ...counts), 'metadata'),
      db.schema.createIndex('conversations_by_end').on('conversations').column('expires_at'),
      texts(wholes(items, 'characters', 'created_at'), 'id', 'item'),
      db.schema
        .alterTable('owned')
        .addColumn('model', 'text', (column) => column.notNull().defaultTo('')),
    ]
  },
}

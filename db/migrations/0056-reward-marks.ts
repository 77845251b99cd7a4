/** From where, and by which means of payment, users have had rewards: hashes, for a while. */
import type { Migration } from '../migration'
import { id, texts, wholes } from '../migration-columns'

export const rewardMarks: Migration = {
  name: '0056-reward-marks',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      texts(
        id(db.schema.createTable('reward_marks'), engine, 'append-only'),
        ...['mark', 'reward'],
      ),
      ...['user_id', 'created_at'],
    ),
    db.schema
      .createIndex('reward_marks_by_mark')
      .unique()
      .on('reward_marks')
      .columns(['mark', 'reward', 'user_id']),
    db.schema.createIndex('reward_marks_by_age').on('reward_marks').column('created_at'),
    db.schema
      .alterTable('top_ups')
      .addColumn('instrument', 'text', (c) => c.notNull().defaultTo('')),
  ],
}

/**
 * Rules of what somebody is told of, how each of their subjects does, and when they fired. The
 * rules that come with the program are rows as well, named by what the overview calls them.
 */
import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

type Table = CreateTableBuilder<string, string>

function numbers(table: Table, ...names: readonly string[]): Table {
  return names.reduce(
    (t, name) => t.addColumn(name, 'double precision', (c) => c.notNull().defaultTo(0)),
    table,
  )
}

const BUILT_IN = [
  ['channel_down', 'channel', 'above', 0, 'critical'],
  ['channel_off', 'channel', 'above', 0, 'critical'],
  ['channel_failing', 'channel', 'above', 50, 'critical'],
  ['token_spends', 'token', 'above', 5, 'critical'],
  ['channel_disabled', 'channel', 'above', 0, 'critical'],
  ['model_unserved', 'model', 'above', 0, 'critical'],
  ['model_unpriced', 'model', 'above', 0, 'warning'],
  ['channel_balance', 'channel', 'below', 1, 'warning'],
  ['channel_recovered', 'channel', 'above', 0, 'info'],
] as const

export const alerts: Migration = {
  name: '0048-alerts',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      smalls(
        smalls(
          numbers(
            texts(
              id(db.schema.createTable('alert_rules'), engine, 'never-reused'),
              ...['built_in', 'name', 'measure', 'scope', 'subject', 'comparison', 'severity'],
            ),
            ...['threshold'],
          ).addColumn('value', 'double precision'),
          1,
          ...['enabled', 'notify'],
        ),
        0,
        ...['opens_incident'],
      ),
      ...['window_s', 'for_s', 'min_calls', 'renotify_s', 'silenced_until', 'checked_at'],
      ...['created_at', 'updated_at'],
    ),
    db.schema.createIndex('alert_rules_by_name').unique().on('alert_rules').column('name'),
    wholes(
      numbers(
        texts(
          db.schema
            .createTable('alert_states')
            .addColumn('rule_id', 'bigint', (c) => c.notNull())
            .addColumn('subject', 'text', (c) => c.notNull()),
          ...['name', 'state'],
        ).addPrimaryKeyConstraint('alert_states_key', ['rule_id', 'subject']),
        ...['value', 'peak'],
      ),
      ...['since_at', 'clear_since', 'firing_id'],
    ),
    wholes(
      numbers(
        texts(
          id(db.schema.createTable('alert_firings'), engine, 'never-reused'),
          ...['rule_name', 'subject', 'name', 'measure', 'scope', 'comparison', 'severity'],
        ),
        ...['threshold', 'value', 'peak'],
      ),
      ...['rule_id', 'from_at', 'until_at', 'notified_at', 'notices', 'recovery_notified_at'],
    ),
    db.schema.createIndex('alert_firings_by_rule').on('alert_firings').columns(['rule_id', 'id']),
    db.schema.createIndex('alert_firings_open').on('alert_firings').columns(['until_at', 'id']),
    db.schema
      .alterTable('nodes')
      .addColumn('settlements_waiting', 'bigint', (c) => c.notNull().defaultTo(0)),
    db.insertInto('alert_rules').values(
      BUILT_IN.map(([name, scope, comparison, threshold, severity]) => ({
        built_in: name,
        name,
        measure: name,
        scope,
        comparison,
        threshold,
        severity,
        notify: 0,
      })),
    ),
  ],
}

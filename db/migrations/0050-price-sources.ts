/** Where prices are read from, what waits for a person, and every change of prices as one row. */
import type { Migration } from '../migration'
import { id, smalls, texts, wholes } from '../migration-columns'

export const priceSources: Migration = {
  name: '0050-price-sources',
  isAdditive: true,
  statements: (db, engine) => [
    wholes(
      texts(
        smalls(
          id(db.schema.createTable('price_sources'), engine, 'never-reused').addColumn(
            'factor',
            'double precision',
            (c) => c.notNull().defaultTo(1),
          ),
          0,
          ...['allow_private', 'prices_new', 'every_hours'],
        ),
        ...['name', 'kind', 'url', 'providers', 'seller_group', 'margins', 'failure'],
      ),
      ...['fetched_at', 'next_at', 'created_at', 'updated_at'],
    ),
    db.schema.createIndex('price_sources_by_name').unique().on('price_sources').column('name'),
    wholes(
      texts(
        id(db.schema.createTable('price_reviews'), engine, 'never-reused'),
        ...['source', 'model', 'state', 'price', 'was', 'moves', 'reasons'],
      ),
      'created_at',
    ),
    db.schema
      .createIndex('price_reviews_by_source')
      .unique()
      .on('price_reviews')
      .columns(['source', 'model']),
    wholes(
      texts(
        id(db.schema.createTable('price_changes'), engine, 'never-reused'),
        ...['state', 'source', 'actor', 'prices', 'before', 'after', 'failure'],
      ),
      ...['models', 'begins_at', 'created_at', 'ended_at'],
    ),
    db.schema
      .createIndex('price_changes_by_state')
      .on('price_changes')
      .columns(['state', 'begins_at']),
  ],
}

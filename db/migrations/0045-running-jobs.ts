/** How many jobs have not ended, and since when, is asked at every scrape of the metrics. */
import type { Migration } from '../migration'

export const runningJobs: Migration = {
  name: '0045-running-jobs',
  isAdditive: true,
  statements: (db) => [
    db.schema
      .createIndex('jobs_running')
      .on('jobs')
      .columns(['ended_at', 'state', 'created_at'])
      .where('ended_at', '=', 0),
  ],
}

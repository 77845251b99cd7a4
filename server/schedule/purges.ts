import { AUDIT_LINKS } from '../services/audit/chain'
import { SYSTEM_ACTOR } from '../services/service-deps'
import { defineJob } from './job'

const HOUR_MS = 3600 * 1000

export const sessionPurge = defineJob({
  name: 'session purge',
  everyMs: HOUR_MS,
  run: async ({ services }) => {
    await services.sessions.purge()
    await services.idempotency.purge()
  },
})

export const codePurge = defineJob({
  name: 'code purge',
  everyMs: HOUR_MS,
  run: async ({ services }) => {
    await services.accounts.purgeCodes(SYSTEM_ACTOR)
    await services.deviceLogins.purge(SYSTEM_ACTOR)
    await services.promotion.purgeMarks()
  },
})

export const limitPurge = defineJob({
  name: 'limit purge',
  everyMs: HOUR_MS / 12,
  run: ({ services }) => services.limits.purge(),
})

export const jobPurge = defineJob({
  name: 'job purge',
  everyMs: HOUR_MS,
  run: ({ services }) => services.jobs.sweep(),
})

export const ownedPurge = defineJob({
  name: 'owned purge',
  everyMs: HOUR_MS,
  run: ({ services }) => services.owned.sweep(),
})

export const storedResponsePurge = defineJob({
  name: 'stored response purge',
  everyMs: HOUR_MS,
  run: ({ services }) => services.storedResponses.sweep(),
})

/** What the log knows of before usage was counted. */
export const usageBackfill = defineJob({
  name: 'usage backfill',
  everyMs: HOUR_MS,
  run: ({ services }) => services.usage.backfill(),
})

export const rollupPurge = defineJob({
  name: 'rollup purge',
  everyMs: HOUR_MS,
  run: async ({ services }) => {
    await services.rollups.purge()
    await services.alerts.purge()
  },
})

/** Entries that were written since are linked, so that later edits show. */
export const auditLinks = defineJob({
  name: AUDIT_LINKS,
  everyMs: HOUR_MS / 60,
  run: ({ services }) => services.audit.link(),
})

export const bansOver = defineJob({
  name: 'bans over',
  everyMs: HOUR_MS / 60,
  run: async ({ services }) => {
    await services.users.enableDue()
    await services.channels.unfreezeDue()
  },
})

import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type ShownEntry = Awaited<ReturnType<Services['audit']['list']>>[number]

const AUDIT_FIELDS = [
  'id',
  'created_at',
  'actor',
  'actor_id',
  'organisation_id',
  'ip',
  'request_id',
  'action',
  'target',
  'before',
  'after',
] as const satisfies readonly (keyof ShownEntry)[]

const AUDIT_VIEW: View<ShownEntry> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'TIME', value: 'created_at', kind: 'time_ms' },
    { title: 'WHO', value: 'actor' },
    { title: 'IP', value: 'ip' },
    { title: 'ACTION', value: 'action' },
    { title: 'TARGET', value: 'target' },
    { title: 'BEFORE', value: 'before' },
    { title: 'AFTER', value: 'after' },
  ],
  kinds: { actor_id: 'number', organisation_id: 'number', before: 'json', after: 'json' },
  fields: AUDIT_FIELDS,
  quiet: ({ id }) => String(id),
}

/** The service hands out no more at a time. */
const WALK_SIZE = 100

export const auditList = defineList({
  path: ['audit', 'list'],
  summary: 'list who changed what, newest first; secrets are masked',
  flags: {
    action: { kind: 'text', summary: 'only this action, e.g. option.set' },
    target: { kind: 'text', summary: 'only this target, e.g. user:7' },
    actor: { kind: 'integer', value: 'ID', summary: 'only changes by this user' },
    before: { kind: 'integer', value: 'ID', summary: 'only entries older than this id' },
  },
  examples: [
    'gw audit list --target option:RetryTimes',
    'gw audit list --filter action~delete --output ndjson',
  ],
  view: AUDIT_VIEW,
  indexed: { action: 'action', target: 'target', actor_id: 'actor' },
  rows: async (context, { flags }) => {
    const filter = { action: flags.action, target: flags.target, actorId: flags.actor }
    const services = await context.services()
    // The service pages by id, so a later page is reached through the ones before it.
    const pageFrom = async (
      wish: { readonly page: number; readonly page_size: number },
      beforeId: number | undefined,
    ): Promise<{ items: readonly ShownEntry[] }> => {
      const items = await services.audit.list({ ...filter, beforeId, limit: wish.page_size })
      const last = items.at(-1)
      if (wish.page === 1 || last === undefined) return { items }
      return await pageFrom({ ...wish, page: wish.page - 1 }, last.id)
    }
    return {
      pages: (wish) => pageFrom(wish, flags.before),
      after: (last) =>
        services.audit.list({ ...filter, beforeId: last?.id ?? flags.before, limit: WALK_SIZE }),
    }
  },
})

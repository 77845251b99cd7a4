import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command'
import type { View } from '../../output'

type ShownEntry = Awaited<ReturnType<Services['audit']['list']>>[number]

const AUDIT_FIELDS = [
  'id',
  'created_at',
  'actor',
  'actor_id',
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
  fields: AUDIT_FIELDS,
  quiet: ({ id }) => String(id),
}

export const auditList = defineCommand({
  path: ['audit', 'list'],
  summary: 'list who changed what, newest first; secrets are masked',
  flags: {
    action: { kind: 'text', summary: 'only this action, e.g. option.set' },
    target: { kind: 'text', summary: 'only this target, e.g. user:7' },
    actor: { kind: 'integer', value: 'ID', summary: 'only changes by this user' },
    before: { kind: 'integer', value: 'ID', summary: 'only entries older than this id' },
    limit: { kind: 'integer', summary: 'how many, at most 100 (default 100)' },
  },
  examples: ['gw audit list --target option:RetryTimes', 'gw audit list --json --limit 1'],
  json: AUDIT_FIELDS,
  run: async (context, { flags }) => {
    const services = await context.services()
    const entries = await services.audit.list({
      action: flags.action,
      target: flags.target,
      actorId: flags.actor,
      beforeId: flags.before,
      limit: flags.limit,
    })
    context.output.list(entries, AUDIT_VIEW)
  },
})

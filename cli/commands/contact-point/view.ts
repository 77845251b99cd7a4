import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { ContactPointFields } from '../../../server/domain/notices/contact-points'
import { isSeverity, SEVERITIES } from '../../../server/domain/notices/severities'
import { SITE_NOTICE_TYPES } from '../../../server/domain/notices/site-notices'
import type { Services } from '../../../server/services/create-services'
import type { ContactPointView } from '../../../server/services/notifications/contact-points/view'
import type { FlagValues } from '../../command/command'
import type { FlagRows } from '../../command/command-row'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'
import { words } from '../../words'

const POINT_FIELDS = [
  ...(['id', 'name', 'service', 'enabled', 'target', 'fields', 'severities', 'types'] as const),
  ...(['recoveries', 'language', 'quiet_from', 'quiet_to', 'time_zone', 'group_minutes'] as const),
  ...(['last_at', 'last_failure'] as const),
] as const satisfies readonly (keyof ContactPointView)[]

export const POINT_VIEW: View<ContactPointView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'SERVICE', value: 'service', kind: 'word' },
    { title: 'TARGET', value: 'target' },
    { title: 'ENABLED', value: 'enabled', kind: 'flag' },
    { title: 'SEVERITIES', value: ({ severities }) => severities.join(' ') },
    { title: 'LAST', value: 'last_at', kind: 'time_ms' },
    { title: 'WHY NOT', value: 'last_failure' },
  ],
  kinds: {
    fields: 'json',
    severities: 'list',
    types: 'list',
    recoveries: 'flag',
    group_minutes: 'number',
  },
  fields: POINT_FIELDS,
  quiet: ({ id }) => String(id),
}

/** Of `create` and `set`. */
export const POINT_FLAGS = {
  enabled: { kind: 'boolean', summary: 'whether it gets notices (default true)' },
  severity: {
    kind: 'texts',
    choices: SEVERITIES,
    summary: 'severity that it gets, repeatable (default all)',
  },
  type: {
    kind: 'texts',
    choices: SITE_NOTICE_TYPES,
    summary: 'type of notices that it gets, repeatable (default all)',
  },
  recoveries: { kind: 'boolean', summary: 'whether it gets notices of recoveries (default true)' },
  'notice-language': { kind: 'text', choices: ['zh', 'en'], summary: 'language of the notices' },
  'quiet-hours': {
    kind: 'text',
    value: 'HH:MM-HH:MM',
    summary: 'only critical notices between these times; off for none',
  },
  'time-zone': { kind: 'text', value: 'ZONE', summary: 'of the quiet hours (default UTC)' },
  group: {
    kind: 'integer',
    value: 'MINUTES',
    summary: 'notices of one type within so many minutes go as one (default 0: at once)',
  },
} as const satisfies FlagRows

/** What was given. */
export function pointInput(flags: FlagValues<typeof POINT_FLAGS>): Partial<ContactPointFields> {
  const language = flags['notice-language']
  const input = {
    enabled: flags.enabled,
    severities: flags.severity?.filter(isSeverity),
    types: flags.type && [...flags.type],
    recoveries: flags.recoveries,
    language: language === undefined ? undefined : language === 'en' ? 'en' : 'zh',
    ...quietHours(flags['quiet-hours']),
    time_zone: flags['time-zone'],
    group_minutes: flags.group,
  } as const
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function quietHours(given: string | undefined) {
  if (given === undefined) return {}
  if (given === 'off') return { quiet_from: '', quiet_to: '' }
  const [from, to, ...more] = given.split('-')
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(words`--quiet-hours takes two times such as 22:00-07:00, or off`)
  }
  return { quiet_from: from.trim(), quiet_to: to.trim() }
}

export const POINT_ARGUMENT = {
  name: 'contact-point',
  summary: 'name or id of the contact point',
} as const

/** Throws `contact_point.not_found`. */
export async function pointNamed(
  services: Services,
  { language }: Pick<CommandContext, 'language'>,
  wanted: string,
): Promise<ContactPointView> {
  const all = await services.contactPoints.list({ language })
  const found =
    all.find(({ name }) => name === wanted) ?? all.find(({ id }) => String(id) === wanted)
  if (found === undefined) throw new GatewayError('contact_point.not_found')
  return found
}

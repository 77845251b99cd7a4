import { allChannels, channelsNamed } from '../../../../db/tables/channels'
import { limitsOf } from '../../../../db/tables/limits'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Limit } from '../../../domain/limits/limit'
import {
  LIMIT_FIELDS,
  type LimitedSubject,
  limitedOf,
  limitInputOf,
  limitValueOf,
} from '../../../domain/manifest/limit-section'
import type { StoredItem } from '../../../domain/manifest/plan'
import type { Values } from '../../../domain/manifest/section'
import { setLimits } from '../../limits/set'
import type { ServiceDeps } from '../../service-deps'
import type { SectionStore } from '../section-store'

const NONE: Values = Object.fromEntries(LIMIT_FIELDS.map(({ name }) => [name, null]))

function valuesOf(limits: readonly Limit[]): Values {
  const set = LIMIT_FIELDS.flatMap(({ name, kind, window }) => {
    const found = limits.find((limit) => limit.kind === kind && limit.window === window)
    return found === undefined ? [] : [[name, limitValueOf(found)] as const]
  })
  return { ...NONE, ...Object.fromEntries(set) }
}

/** Only what administrators have set: what owners set for themselves is theirs. */
async function itemsOf(
  { db: { lists } }: ServiceDeps,
  subject: LimitedSubject,
): Promise<readonly [string, StoredItem][]> {
  const limits = await limitsOf(lists, { subject })
  const names = subject === 'channel' ? await channelNames(lists) : undefined
  const byKey = Map.groupBy(
    limits.filter(({ setBy }) => setBy === 'admin'),
    ({ key }) => key,
  )
  return [...byKey].flatMap(([key, set]): [string, StoredItem][] => {
    const name = names === undefined ? key : names.get(key)
    if (name === undefined) return []
    const isAmbiguous =
      names !== undefined && [...names.values()].filter((each) => each === name).length > 1
    return [[`${subject}/${name}`, { values: valuesOf(set), isAmbiguous, id: Number(key) || 0 }]]
  })
}

async function channelNames(lists: ServiceDeps['db']['lists']) {
  return new Map((await allChannels(lists)).map(({ id, name }) => [String(id), name]))
}

/** Throws `channel.not_found`. */
async function keyOf({ db }: ServiceDeps, item: string) {
  const { subject, name } = limitedOf(item) ?? { subject: 'group' as const, name: item }
  if (subject === 'group') return { subject, key: name }
  const [channel] = await channelsNamed(db.lists, name)
  if (channel === undefined) throw new GatewayError('channel.not_found', { channel: name })
  return { subject, key: String(channel.id) }
}

export const limitStore: SectionStore = {
  read: async (deps, named) => {
    const none = { values: NONE, isShipped: true }
    return new Map<string, StoredItem>([
      ...[...named].map((name): [string, StoredItem] => [name, none]),
      ...(await itemsOf(deps, 'group')),
      ...(await itemsOf(deps, 'channel')),
    ])
  },
  write: async (deps, actor, items) => {
    for (const { name, changes, values } of items) {
      const changed = LIMIT_FIELDS.filter((each) =>
        changes.some(({ field }) => field === each.name),
      )
      const limits = changed.map((field) => limitInputOf(field, values[field.name]))
      await setLimits(deps, actor, { ...(await keyOf(deps, name)), limits, setBy: 'admin' })
    }
  },
  remove: async (deps, actor, items) => {
    for (const { name, values } of items) {
      const set = LIMIT_FIELDS.filter((field) => values[field.name] !== null)
      const limits = set.map((field) => limitInputOf(field, null))
      await setLimits(deps, actor, { ...(await keyOf(deps, name)), limits, setBy: 'admin' })
    }
  },
  targets: (name, { id = 0 }) => {
    const { subject, name: key } = limitedOf(name) ?? { subject: 'group', name }
    return [`${subject}:${subject === 'group' ? key : id}`]
  },
}

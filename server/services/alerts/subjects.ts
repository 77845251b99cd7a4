/** What alert rules are about: from what people type to ids, and back. */
import { channelsByIds, channelsNamed, findChannel } from '../../../db/tables/channels'
import { findToken, tokenNames } from '../../../db/tables/tokens'
import { findUser, findUserByName, userNames } from '../../../db/tables/users'
import type { AlertScope } from '../../domain/alerts/measures'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'

type Lists = ServiceDeps['db']['lists']

/** Of several ids as texts; unknown ids are left out. */
export type SubjectNames = ReadonlyMap<string, string>

type ReadNames = (lists: Lists, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

/** Models and groups are named by what they are stored as. */
const NAMES: Readonly<Partial<Record<AlertScope, ReadNames>>> = {
  channel: async (lists, ids) => {
    const rows = ids.length === 0 ? [] : await channelsByIds(lists, ids)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  user: userNames,
  token: tokenNames,
}

/** Below every engine's limit of parameters. */
const MOST_NAMED = 500

export async function subjectNames(
  { db }: ServiceDeps,
  scope: AlertScope,
  subjects: readonly string[],
): Promise<SubjectNames> {
  const chosen = [...new Set(subjects)].slice(0, MOST_NAMED)
  const read = NAMES[scope]
  if (read === undefined) return new Map(chosen.map((subject) => [subject, subject]))
  const ids = chosen.map(Number).filter((id) => id > 0)
  const names = await read(db.lists, ids)
  return new Map([...names].map(([id, name]) => [String(id), name]))
}

interface Given {
  readonly scope: AlertScope
  readonly subject: string
}

type FindId = (deps: ServiceDeps, given: string) => Promise<number | undefined>

const FINDERS: Readonly<Partial<Record<AlertScope, FindId>>> = {
  channel: async ({ db }, given) => {
    const byId = await byNumber(given, (id) => findChannel(db.reader, id))
    if (byId !== undefined) return byId
    const [named, other] = await channelsNamed(db.lists, given)
    return other === undefined ? named?.id : undefined
  },
  user: async ({ db }, given) => {
    const byId = await byNumber(given, (id) => findUser(db.reader, id))
    return byId ?? (await findUserByName(db.reader, given))?.id
  },
  token: async ({ db }, given) => await byNumber(given, (id) => findToken(db.reader, id)),
}

async function byNumber(
  given: string,
  find: (id: number) => Promise<{ readonly id: number } | undefined>,
): Promise<number | undefined> {
  return /^\d{1,15}$/.test(given) ? (await find(Number(given)))?.id : undefined
}

/** A number is an id, else it is a name; "" stays. Throws `value.invalid`. */
export async function subjectKey(deps: ServiceDeps, { scope, subject }: Given): Promise<string> {
  const find = FINDERS[scope]
  if (subject === '' || find === undefined) return subject
  const id = await find(deps, subject)
  if (id !== undefined) return String(id)
  throw new GatewayError('value.invalid', { field: 'subject', reason: 'reason.alert_unknown' })
}

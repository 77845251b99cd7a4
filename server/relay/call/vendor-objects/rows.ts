/** Rows for what an upstream has made, and where they lead back to. */
import { createHash } from 'node:crypto'
import type { OwnedJob } from '../../../domain/objects/job'
import {
  OWNED_FAMILIES,
  OWNED_FAMILY_ROWS,
  type OwnedFamily,
  type OwnedKind,
} from '../../../domain/objects/objects'
import { countOf, isList, isObject, objectOf, textOf } from '../../formats/dialects/json-fields'
import type { OwnedRow, RelayChannel } from '../../ports/ports'
import type { Json, JsonObject } from '../../wire/chat'

const DAY_MS = 86_400_000
const MAX_ID_CHARACTERS = 200

/** Whom it is made for, and where. */
export interface OwnedPlace {
  readonly userId: number
  readonly tokenId: number | undefined
  readonly channel: RelayChannel
  readonly nowMs: number
}

export interface OwnedThing {
  readonly id: string
  readonly kind: OwnedKind
  readonly expiresAtMs?: number
  readonly model?: string | undefined
}

const hashes = new WeakMap<RelayChannel, string>()

/** Enough to tell two keys apart, and of no use to find one. */
export function keyHashOf(channel: RelayChannel): string {
  const known = hashes.get(channel)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(channel.key).digest('hex').slice(0, 16)
  hashes.set(channel, hash)
  return hash
}

export function ownedRow(
  { userId, tokenId, channel, nowMs }: OwnedPlace,
  made: OwnedThing,
  job?: OwnedJob,
): OwnedRow {
  const { id, kind, model, expiresAtMs = expiryOf(kind, nowMs) } = made
  return {
    userId,
    id,
    kind,
    tokenId,
    channelId: channel.id,
    keyHash: keyHashOf(channel),
    createdAtMs: nowMs,
    expiresAtMs,
    job,
    ...(model !== undefined && { model }),
  }
}

/** Of what has no address of its own: a part lives as long as its answer, a container a month. */
const DAYS_WITHOUT_FAMILY: Readonly<Partial<Record<OwnedKind, number>>> = {
  item: OWNED_FAMILY_ROWS.responses.retentionDays,
  container: 30,
}

function retentionDaysOf(kind: OwnedKind): number {
  const days = DAYS_WITHOUT_FAMILY[kind]
  if (days !== undefined) return days
  return OWNED_FAMILY_ROWS[familyOfKind(kind)].retentionDays
}

/** The first that has such things. */
export function familyOfKind(kind: OwnedKind): OwnedFamily {
  const family = OWNED_FAMILIES.find((name) => OWNED_FAMILY_ROWS[name].kind === kind)
  if (family === undefined) throw new Error(`no family of ${kind}`)
  return family
}

function expiryOf(kind: OwnedKind, nowMs: number): number {
  const days = retentionDaysOf(kind)
  return days === 0 ? 0 : nowMs + days * DAY_MS
}

/** The id that an object of the family has; `undefined` for what is none. */
export function idIn(object: JsonObject, family?: OwnedFamily): string | undefined {
  const namePrefix = family && OWNED_FAMILY_ROWS[family].namePrefix
  const id = textOf(namePrefix === undefined ? object.id : object.name)
  if (id === undefined || id.length > MAX_ID_CHARACTERS) return undefined
  return id.startsWith(namePrefix ?? '') ? id : undefined
}

/** Where the object is, below the family's home. */
export function tailTo(family: OwnedFamily, id: string): string {
  const { namePrefix = '' } = OWNED_FAMILY_ROWS[family]
  return `/${encodeURIComponent(id.slice(namePrefix.length))}`
}

/** When the object says that it ends, in epoch ms. */
export function expiryIn(object: JsonObject): number | undefined {
  const end = object.expires_at ?? object.expireTime
  const at = typeof end === 'string' ? Date.parse(end) : (countOf(end) ?? 0) * 1000
  return Number.isFinite(at) && at > 0 ? at : undefined
}

/** The container that an answer of Anthropic names. */
export function containerThing(container: Json | undefined): OwnedThing | undefined {
  const object = objectOf(container)
  const id = object && idIn(object)
  if (object === undefined || id === undefined) return undefined
  const expiresAtMs = expiryIn(object)
  return { id, kind: 'container', ...(expiresAtMs !== undefined && { expiresAtMs }) }
}

/** What the upstream has made in addition to the object itself. */
export function madeBeside(
  place: OwnedPlace,
  family: OwnedFamily,
  object: JsonObject,
): readonly OwnedRow[] {
  return Object.entries(OWNED_FAMILY_ROWS[family].makes).flatMap(([field, kind]) => {
    const value = valueAt(object, field)
    const all = isList(value) ? value : [value]
    return all.flatMap((one) => {
      const id = isObject(one) ? idIn(one, familyOfKind(kind)) : textOf(one)
      return id === undefined ? [] : [ownedRow(place, { id, kind })]
    })
  })
}

/** `a.b` is the field `b` of the object in the field `a`. */
function valueAt(object: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = object
  for (const name of path.split('.')) value = objectOf(value)?.[name]
  return value
}

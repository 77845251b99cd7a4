/**
 * The file that `gw export` writes and `gw import` reads: users, channels, tokens, options,
 * plans and subscriptions as rows with the names of their tables. Version 1. Rows as the tables
 * of the other gateways of this family have them are read too, in the same object of lists and
 * without `format`: their names are translated, `null` counts as absent and true and false as 1
 * and 0.
 */

import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value, type ValueError } from '@sinclair/typebox/value'
import { MAX_KEY_WEIGHT } from './channels/keys'
import { GatewayError } from './errors/gateway-error'
import {
  type ExportedPlan,
  type ExportedSubscription,
  PlanRow,
  SubscriptionRow,
} from './export-plans'
import { isRecord } from './json/records'
import { channelFields } from './nouns/channel'
import { fileColumnsOf } from './nouns/noun-file'
import { tokenFields } from './nouns/token'
import { userFields } from './nouns/user'

export const EXPORT_FORMAT = 'gw-export'
export const EXPORT_VERSION = 1

const text = Type.String({ default: '' })
/** Beyond these bounds a number of the file would not be stored as it is written. */
const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const
const integer = Type.Integer({ default: 0, ...EXACT })
const flag = (initial: 0 | 1) =>
  Type.Union([Type.Literal(0), Type.Literal(1)], { default: initial })

const OptionRow = Type.Object({ key: Type.String({ minLength: 1 }), value: Type.String() })

const UserRow = Type.Object({
  /** `id` where the file was written: rows of the file refer to it, nothing else does. */
  ...fileColumnsOf(userFields),
  username: Type.String({ minLength: 1 }),
  /** argon2id or bcrypt; "" for accounts without a password. */
  password_hash: text,
  /** Epoch milliseconds; 0 when nobody knows. */
  created_at: integer,
  deleted_at: flag(0),
})

const { id: _tokenId, ...TOKEN_COLUMNS } = fileColumnsOf(tokenFields)

const TokenRow = Type.Object({
  ...TOKEN_COLUMNS,
  /** Owner; `user_id` is the owner's `id` in the file and counts when this is "". */
  username: text,
  /** "" in a file without secrets. */
  key: text,
  deleted_at: flag(0),
})

const ChannelKey = Type.Object({
  key: Type.String({ minLength: 1 }),
  status: Type.Integer({ default: 1, minimum: 1, maximum: 3 }),
  weight: Type.Integer({ default: 1, minimum: 1, maximum: MAX_KEY_WEIGHT }),
})

const { id: _channelId, ...CHANNEL_COLUMNS } = fileColumnsOf(channelFields)

const ChannelRow = Type.Object({
  ...CHANNEL_COLUMNS,
  /** "" in a file without secrets; several lines where the other gateways have several keys. */
  key: text,
  /** Of a channel with several keys: all of them, in a file with secrets. */
  keys: Type.Array(ChannelKey, { default: [] }),
  /** Where the other gateways say that `key` holds several. */
  channel_info: Type.Optional(Type.Unknown()),
  auto_ban: flag(1),
  allow_private: flag(1),
})

export type ExportedOption = Static<typeof OptionRow>
export type ExportedUser = Static<typeof UserRow>
export type ExportedToken = Static<typeof TokenRow>
export type ExportedChannel = Static<typeof ChannelRow>

/** Absent in older files. */
interface ExportedShop {
  readonly plans: readonly ExportedPlan[]
  readonly subscriptions: readonly ExportedSubscription[]
}

export interface ExportRows extends ExportedShop {
  readonly options: readonly ExportedOption[]
  readonly users: readonly ExportedUser[]
  readonly channels: readonly ExportedChannel[]
  readonly tokens: readonly ExportedToken[]
}

export type TableName = keyof ExportRows

export interface UnknownColumn {
  readonly table: TableName
  readonly column: string
}

/** What is read of a file. */
export interface ImportRows extends ExportRows {
  /** Columns that rows of another gateway have and this one does not. */
  readonly unknownColumns: readonly UnknownColumn[]
  /** Otherwise what is blank in the file may have been left out of it. */
  readonly hasSecrets: boolean
}

export interface ExportDocument extends ExportRows {
  readonly format: typeof EXPORT_FORMAT
  readonly version: typeof EXPORT_VERSION
  /** Epoch milliseconds. */
  readonly exported_at: number
  /** Whether keys and secret options are in the file. */
  readonly secrets: boolean
}

/** Other names that columns have had in this family. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  password: 'password_hash',
  aff_history: 'aff_history_quota',
  open_ai_organization: 'openai_organization',
  DeletedAt: 'deleted_at',
}

/** Columns that mean nothing here: calls, and with them receipts, stay where they were made. */
const LEFT_BEHIND = ['id', 'receipts_since']

/** Throws `import.unreadable`, naming the place. */
export function readExport(json: string): ImportRows {
  const given = parsed(json)
  if (!isRecord(given)) throw unreadable('reason.not_an_export')
  const { format, version } = given
  if (format !== undefined && format !== EXPORT_FORMAT) throw unreadable('reason.not_an_export')
  if (format !== undefined && version !== EXPORT_VERSION) throw unreadable('reason.other_version')
  const nouns: readonly TableName[] = [
    ...(['options', 'users', 'channels', 'tokens', 'plans', 'subscriptions'] as const),
  ]
  if (nouns.every((noun) => given[noun] === undefined)) throw unreadable('reason.not_an_export')
  const unknownColumns = new Map<string, UnknownColumn>()
  const isOurs = format === EXPORT_FORMAT
  const read = <Schema extends TObject>(schema: Schema, noun: TableName) =>
    rowsOf(schema, { noun, given: given[noun], isOurs, unknownColumns })
  return {
    hasSecrets: given.secrets === true,
    options: read(OptionRow, 'options'),
    users: read(UserRow, 'users'),
    channels: read(ChannelRow, 'channels'),
    tokens: read(TokenRow, 'tokens'),
    plans: read(PlanRow, 'plans'),
    subscriptions: read(SubscriptionRow, 'subscriptions'),
    unknownColumns: [...unknownColumns.values()],
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch {
    throw unreadable('reason.not_json')
  }
}

interface Table {
  readonly noun: TableName
  readonly given: unknown
  /** A file of this program has no columns by accident; one of another gateway has its own. */
  readonly isOurs: boolean
  readonly unknownColumns: Map<string, UnknownColumn>
}

function rowsOf<Schema extends TObject>(schema: Schema, table: Table): Static<Schema>[] {
  const { noun, given } = table
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) throw wrongShape(noun)
  return given.map((entry: unknown, index) => {
    if (!isRecord(entry)) throw wrongShape(`${noun}[${index}]`)
    const terms = inOurTerms(entry)
    noteUnknown(Object.keys(terms), { ...table, index, schema })
    const row: unknown = Value.Default(schema, terms)
    if (Value.Check(schema, row)) return row
    const error = Value.Errors(schema, row).First()
    throw refused(`${noun}[${index}]${error?.path.replaceAll('/', '.') ?? ''}`, error)
  })
}

interface TableRow extends Table {
  readonly index: number
  readonly schema: TObject
}

/** Throws for a file of this program: a mistyped column would be left out in silence. */
function noteUnknown(names: readonly string[], row: TableRow): void {
  const { noun, index, schema, isOurs, unknownColumns } = row
  for (const name of names) {
    if (LEFT_BEHIND.includes(name) || Object.hasOwn(schema.properties, name)) continue
    if (isOurs) {
      const params = { reason: 'reason.unknown_column', key: name, table: noun }
      throw new GatewayError('import.unreadable', { ...params, place: `${noun}[${index}]` })
    }
    unknownColumns.set(`${noun}.${name}`, { table: noun, column: name })
  }
}

/** A number that is too large is distinguished from what is no number at all. */
function refused(place: string, error: ValueError | undefined): GatewayError {
  const bounds = error?.schema
  const [min, max] = [Number(bounds?.minimum), Number(bounds?.maximum)]
  if (!Number.isInteger(error?.value) || Number.isNaN(max)) return wrongShape(place)
  const params = { reason: 'reason.number_out_of_range', place, min, max }
  return new GatewayError('import.unreadable', params)
}

function inOurTerms(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(entry).map(([name, value]): [string, unknown] => {
    const field = Object.hasOwn(OLDER_NAMES, name) ? OLDER_NAMES[name] : undefined
    return [field ?? name, field === 'deleted_at' || name === 'deleted_at' ? !!value : value]
  })
  const given = fields.filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  )
}

function unreadable(reason: string): GatewayError {
  return new GatewayError('import.unreadable', { reason })
}

function wrongShape(place: string): GatewayError {
  return new GatewayError('import.unreadable', { reason: 'reason.wrong_shape', place })
}

/** What of a caller's own a request names: only the account that has it can answer. */

import type { ProtocolName } from '../../../domain/calls/protocol'
import type { ReasonKey } from '../../../domain/i18n/zh/reasons'
import type { OwnedFamily, OwnedKind } from '../../../domain/objects/objects'
import { invalid, isObject } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { bytesOf } from '../../wire/known-bytes'

export interface OwnedRef {
  readonly id: string
  readonly kind: OwnedKind
  /** Where it stands in the request. */
  readonly field: string
  /** An item of an earlier answer that was sent back whole: any channel can read it. */
  readonly isLoose?: true
}

/** What the channel's vendor must have for a request. */
export interface OwnedNeed {
  readonly family: OwnedFamily
  readonly field: string
  /** Said where no channel has it. */
  readonly reason: ReasonKey
}

/** More file ids in one request are refused. */
const MOST_FILES = 500
const MAX_ID_CHARACTERS = 200

/** How the requests of a protocol name files. */
interface FileForm {
  readonly kind: OwnedKind
  /** What a refusal names. */
  readonly field: string
  /** A body without it names none. */
  readonly mark: string
  /** Fields with a file, or a list of them. */
  readonly fields: ReadonlySet<string>
  /** The id that such a field means; `undefined` for what the account does not keep. */
  readonly idOf: (text: string) => string | undefined
  /** What a model gave a tool, and what clients note for themselves, may be called anything. */
  readonly isOthers: (name: string, object: { readonly type?: unknown }) => boolean
}

const TOOL_CALLS: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])
const TOOL_TALK: ReadonlySet<string> = new Set(['args', 'response', 'arguments', 'result'])

const BY_ID: FileForm = {
  kind: 'file',
  field: 'file_id',
  mark: 'file_id',
  fields: new Set(['file_id', 'file_ids']),
  idOf: (text) => text,
  isOthers: (name, { type }) => name === 'metadata' || (name === 'input' && TOOL_CALLS.has(type)),
}

const BY_ADDRESS: FileForm = {
  kind: 'gemini_file',
  field: 'fileUri',
  mark: 'ri"',
  fields: new Set(['fileUri', 'file_uri', 'uri']),
  idOf: googleFileOf,
  isOthers: (name) => TOOL_TALK.has(name),
}

/** Of the protocols that do not name files by their ids. */
const OTHER_FORMS: Readonly<Partial<Record<ProtocolName, FileForm>>> = { gemini: BY_ADDRESS }

function fileFormOf(protocol: ProtocolName): FileForm {
  return OTHER_FORMS[protocol] ?? BY_ID
}

/** Also with client certificates, and with the dot of a name that is written in full. */
const GOOGLE_FILES_HOST = /(?:^|[.-])generativelanguage(?:\.[\w-]+)*\.googleapis\.com\.?$/

/** `files/<id>`, alone or as an address of Google's own; other addresses are anybody's. */
function googleFileOf(text: string): string | undefined {
  const bare = /^\/?(files\/.*)$/s.exec(text.trim())?.[1]
  if (bare !== undefined) return bare
  const address = URL.parse(text)
  if (address === null || !GOOGLE_FILES_HOST.test(address.hostname)) return undefined
  return `files/${address.pathname.slice(address.pathname.lastIndexOf('/') + 1)}`
}

export function needOfFiles(protocol: ProtocolName, family: OwnedFamily): OwnedNeed {
  return { family, field: fileFormOf(protocol).field, reason: 'reason.keeps_no_files' }
}

/** Names of fields can be written with escapes, and then only the parsed body shows it. */
const ESCAPE = '\\u00'

/**
 * Files that the body names anywhere; `json` is parsed only where it may name one. Throws
 * `request.invalid` for more than can be looked up.
 */
export function filesIn(
  protocol: ProtocolName,
  body: { readonly bytes: Buffer; readonly json: () => JsonObject },
): readonly OwnedRef[] {
  const { bytes } = body
  const { mark } = fileFormOf(protocol)
  return bytes.includes(bytesOf(mark)) || bytes.includes(bytesOf(ESCAPE))
    ? filesOf(protocol, body.json())
    : []
}

export function filesOf(protocol: ProtocolName, body: JsonObject): readonly OwnedRef[] {
  const form = fileFormOf(protocol)
  const { kind, field } = form
  const found = new Set<string>()
  const open: object[] = [body]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    open.push(...lookInto(value, { form, found, holder: value === body ? {} : value }))
    // What is not looked at could be anybody's.
    if (found.size > MOST_FILES) {
      throw invalid(field, 'reason.too_many_values', { max: MOST_FILES })
    }
  }
  return [...found].map((id) => ({ id, kind, field }))
}

interface Looking {
  readonly form: FileForm
  readonly found: Set<string>
  readonly holder: object
}

/** Adds the files that its fields name; what else is to be looked into. */
function lookInto(value: object, { form, found, holder }: Looking): readonly object[] {
  const open: object[] = []
  for (const [name, inner] of Object.entries(value)) {
    if (form.isOthers(name, holder)) continue
    if (form.fields.has(name)) addIds(found, inner, form.idOf)
    if (isAny(inner)) open.push(inner)
  }
  return open
}

/** An object or a list. */
function isAny(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Ids of a field's text, or of each text in its list. */
function addIds(found: Set<string>, field: unknown, idOf: FileForm['idOf']): void {
  for (const text of Array.isArray(field) ? field : [field]) {
    const id = typeof text === 'string' ? idOf(text) : undefined
    if (id !== undefined) found.add(id.slice(0, MAX_ID_CHARACTERS))
  }
}

/** The container that a request of Anthropic's goes on in: its id, or an object that has it. */
export function containersOf(container: unknown): readonly OwnedRef[] {
  // It comes out of JSON text.
  const value = container as Json | undefined
  const id = isObject(value) ? value.id : value
  if (typeof id !== 'string' || id === '') return []
  return [{ id: id.slice(0, MAX_ID_CHARACTERS), kind: 'container', field: 'container' }]
}

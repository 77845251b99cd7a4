/** What of a caller's own a request names: only the account that has it can answer. */
import type { ReasonKey } from '../../domain/i18n/zh/reasons'
import type { OwnedFamily, OwnedKind } from '../../domain/owned'
import type { JsonObject } from '../wire/chat'
import { isObject, type ParsedBody } from '../wire/parsed-body'

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

export function needOfFiles(family: OwnedFamily): OwnedNeed {
  return { family, field: FIELD, reason: 'reason.keeps_no_files' }
}

/** Names of fields can be written with escapes, and then only the parsed body tells. */
const ESCAPE = '\\u00'
const FIELD = 'file_id'

/** Files that the body names anywhere; `json` is parsed only where it may name one. */
export function filesIn(body: Pick<ParsedBody, 'bytes' | 'json'>): readonly OwnedRef[] {
  const { bytes } = body
  return bytes.includes(FIELD) || bytes.includes(ESCAPE) ? filesOf(body.json()) : []
}

export function filesOf(body: JsonObject): readonly OwnedRef[] {
  const found = new Set<string>()
  const left: unknown[] = [body]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (isOthers(name, value === body ? {} : value)) continue
      if (name === FIELD && typeof inner === 'string') found.add(inner)
      else if (name === 'file_ids' && Array.isArray(inner)) addTexts(found, inner)
      else if (typeof inner === 'object' && inner !== null) left.push(inner)
    }
    if (found.size > MOST_FILES) break
  }
  return [...found].map((id) => fileRef(id))
}

/** What a model gave a tool, and what clients note for themselves, may be called anything. */
function isOthers(name: string, { type }: { readonly type?: unknown }): boolean {
  return name === 'metadata' || (name === 'input' && TOOL_CALLS.has(type))
}

const TOOL_CALLS: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])

function addTexts(found: Set<string>, list: readonly unknown[]): void {
  for (const value of list) if (typeof value === 'string') found.add(value)
}

/** The container that a request of Anthropic's goes on in: its id, or an object that has it. */
export function containersOf(container: unknown): readonly OwnedRef[] {
  const id = isObject(container) ? container.id : container
  if (typeof id !== 'string' || id === '') return []
  return [{ id: id.slice(0, MAX_ID_CHARACTERS), kind: 'container', field: 'container' }]
}

function fileRef(id: string): OwnedRef {
  return { id: id.slice(0, MAX_ID_CHARACTERS), kind: 'file', field: FIELD }
}

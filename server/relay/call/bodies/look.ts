/** What the pass-through must know of a JSON body before it can send it anywhere. */
import { OWNED_FAMILY_ROWS, type OwnedFamily } from '../../../domain/objects/objects'
import { createWordFilter } from '../../../domain/text/word-filter'
import { refuseRepeated } from '../../formats/chat/top-level'
import { textOf } from '../../formats/dialects/json-fields'
import { parseBody } from '../../formats/parsed-body'
import { filesIn, type OwnedRef } from '../../formats/protocols/refs'
import type { JsonObject } from '../../wire/chat'
import { refuseDisguised } from '../../wire/judged-fields'
import { bufferOf } from '../../wire/shared-bytes'
import { containsWords } from '../query/sensitive-words'
import type { BatchInput } from './batch-input'
import { COUNTS } from './counted-requests'

export interface LookOrder {
  readonly bytes: Uint8Array
  readonly family: OwnedFamily
  /** What the path names, for what is made; its requests and tokens are counted. */
  readonly named: string | undefined
  readonly nowMs: number
  /** `undefined` when prompts are not checked. */
  readonly words: readonly string[] | undefined
}

export interface Look {
  /** Short texts at the top level. */
  readonly head: Readonly<Record<string, string>>
  /** Ids in it of objects that an upstream keeps for the caller. */
  readonly refs: readonly OwnedRef[]
  readonly batch: BatchInput | undefined
  /** A prompt in it has a word that is not allowed. */
  readonly isBlocked: boolean
}

const MAX_HEAD_CHARACTERS = 255
const MOST_FIELDS = 100

/** Throws `request.*`. */
export function lookAt({ bytes: sent, family, named, nowMs, words }: LookOrder): Look {
  const bytes = bufferOf(sent)
  const json = parseBody(bytes)
  refuseSecondSpellings(json, bytes)
  const contains = words === undefined ? undefined : createWordFilter(words)
  const { protocol, counts } = OWNED_FAMILY_ROWS[family]
  const isCounted = counts !== undefined && named !== undefined
  const batch = isCounted ? COUNTS[counts]({ body: json, contains, named, nowMs }) : undefined
  // What is put into a conversation is asked later.
  const said = { input: json.items ?? null }
  return {
    head: headOf(json),
    refs: [...fieldRefs(json, family), ...filesIn(protocol, { bytes, json: () => json })],
    batch,
    isBlocked: batch?.isBlocked ?? (contains !== undefined && containsWords(said, contains)),
  }
}

/** Throws `request.invalid`: what is judged here is what its reader has to find. */
function refuseSecondSpellings(json: JsonObject, bytes: Buffer): void {
  const names = Object.keys(json)
  for (const name of names) refuseDisguised(name)
  refuseRepeated(bytes, names.length)
}

function headOf(json: JsonObject): Readonly<Record<string, string>> {
  const head: Record<string, string> = {}
  for (const [name, value] of Object.entries(json).slice(0, MOST_FIELDS)) {
    if (typeof value === 'string' && value.length <= MAX_HEAD_CHARACTERS) head[name] = value
  }
  return head
}

function fieldRefs(json: JsonObject, family: OwnedFamily): readonly OwnedRef[] {
  return Object.entries(OWNED_FAMILY_ROWS[family].refersTo).flatMap(([field, kind]) => {
    const id = textOf(json[field])
    return id === undefined ? [] : [{ id, kind, field }]
  })
}

/** Caches that a request goes on with: only the account that made one can read it. */

import { isObject } from '../../../wire/body-fields'
import type { Json } from '../../../wire/chat'
import type { ReadField } from '../protocol'
import type { OwnedNeed, OwnedRef } from '../refs'

const FIELD = 'cachedContent'
const NAMES = ['cachedContent', 'cached_content'] as const
const FOLDER = 'cachedContents/'
const MAX_ID_CHARACTERS = 200

const NEED: OwnedNeed = {
  family: 'cached_contents',
  field: FIELD,
  reason: 'reason.keeps_no_caches',
}
const NOTHING: CacheNotes = { refs: [], needs: [] }

export interface CacheNotes {
  readonly refs: readonly OwnedRef[]
  readonly needs: readonly OwnedNeed[]
}

export function cachesIn(field: ReadField): CacheNotes {
  // Counting may take a whole request in a field of its own.
  const request = (field('generateContentRequest') ?? field('generate_content_request')) as
    | Json
    | undefined
  const inner = isObject(request) ? NAMES.map((name) => request[name]) : []
  const named = [...NAMES.map((name) => field(name)), ...inner].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
  if (named.length === 0) return NOTHING
  const refs = named.map((value): OwnedRef => {
    const id = value.startsWith(FOLDER) ? value : FOLDER + value
    return { id: id.slice(0, MAX_ID_CHARACTERS), kind: 'cached_content', field: FIELD }
  })
  return { refs, needs: [NEED] }
}

/** What a request wants to be stored, and what of an earlier one it goes on with. */

import { invalid, isObject } from '../../../wire/body-fields'
import type { HeadNotes, ReadField } from '../protocol'
import type { OwnedNeed, OwnedRef } from '../refs'

/** Of parts that are fed back the newest tell where the conversation was. */
const MOST_ITEMS = 64
const MAX_ID_CHARACTERS = 200

const KEEPS_ANSWERS = { family: 'responses', reason: 'reason.keeps_no_answers' } as const

/** Throws `request.invalid` for what is no id. */
export function readState(field: ReadField): Omit<HeadNotes, 'echo'> {
  const refs: OwnedRef[] = []
  const needs: OwnedNeed[] = []
  const previous = idOf(field('previous_response_id'), 'previous_response_id')
  if (previous !== undefined) {
    refs.push({ id: previous, kind: 'response', field: 'previous_response_id' })
    needs.push({ ...KEEPS_ANSWERS, field: 'previous_response_id' })
  }
  const conversation = idOf(field('conversation'), 'conversation')
  if (conversation !== undefined) {
    if (previous !== undefined) {
      throw invalid('conversation', 'reason.previous_or_conversation')
    }
    refs.push({ id: conversation, kind: 'conversation', field: 'conversation' })
    needs.push({ ...KEEPS_ANSWERS, family: 'conversations', field: 'conversation' })
  }
  const isBackground = field('background') === true
  if (isBackground && field('store') === false) {
    throw invalid('background', 'reason.background_is_stored')
  }
  if (isBackground) {
    needs.push({ family: 'responses', field: 'background', reason: 'reason.answers_at_once' })
  }
  const items = itemsIn(field('input'))
  refs.push(...items)
  const named = items.find(({ isLoose }) => isLoose === undefined)
  if (named !== undefined) needs.push({ ...KEEPS_ANSWERS, field: named.field })
  const keepsState = field('store') !== false
  return { keepsState, isBackground, ...(refs.length > 0 && { refs }), needs }
}

/** A text, or an object that has nothing but it to say. */
function idOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined
  const id = typeof value === 'object' && 'id' in value ? value.id : value
  if (typeof id !== 'string' || id === '') throw invalid(field, 'reason.not_a_string')
  return id.slice(0, MAX_ID_CHARACTERS)
}

/** Parts of earlier answers: named alone, or fed back whole. */
function itemsIn(input: unknown): readonly OwnedRef[] {
  if (!Array.isArray(input)) return []
  const found: OwnedRef[] = []
  for (let at = input.length - 1; at >= 0 && found.length < MOST_ITEMS; at -= 1) {
    const item = input[at]
    if (!isObject(item) || typeof item.id !== 'string' || item.id === '') continue
    const named = { id: item.id.slice(0, MAX_ID_CHARACTERS), kind: 'item' } as const
    const isWhole = item.type !== 'item_reference'
    found.push({ ...named, field: `input[${at}]`, ...(isWhole && { isLoose: true }) })
  }
  return found
}

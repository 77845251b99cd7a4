import { invalid, optionalInteger } from '../../../wire/body-fields'
import { createdSeconds } from '../model-age'
import type { ModelFacts, ModelShapes } from '../protocol'

/** As Anthropic has it. */
const LARGEST_PAGE = 1000

function modelOf(id: string, { offeredSince, lengthsOf }: ModelFacts): object {
  const created = new Date(createdSeconds(id, offeredSince(id)) * 1000)
  const created_at = created.toISOString().replace('.000Z', 'Z')
  const { context = null, output = null } = lengthsOf(id)
  const lengths = { max_input_tokens: context, max_tokens: output }
  return { type: 'model', id, display_name: id, created_at, ...lengths }
}

/** Whoever names no limit gets all there are: many clients read one page only. */
export const models: ModelShapes = {
  one: modelOf,
  list(names, facts) {
    const { query } = facts
    const before = placeOf(names, query, 'before_id')
    const after = placeOf(names, query, 'after_id')
    const from = after === undefined ? 0 : after + 1
    const range = names.slice(from, before ?? names.length)
    const limit = limitOf(query.get('limit')) ?? range.length
    const isBackward = before !== undefined && after === undefined
    const ids = isBackward ? range.slice(Math.max(0, range.length - limit)) : range.slice(0, limit)
    return {
      data: ids.map((id) => modelOf(id, facts)),
      has_more: ids.length < range.length,
      first_id: ids[0] ?? null,
      last_id: ids.at(-1) ?? null,
    }
  },
}

function limitOf(text: string | null): number | undefined {
  const limit = text === null || text === '' ? undefined : Number(text)
  return optionalInteger(limit, 'limit', { min: 1, max: LARGEST_PAGE })
}

/** `undefined` where the address names no model. */
function placeOf(names: readonly string[], query: URLSearchParams, name: 'before_id' | 'after_id') {
  const id = query.get(name)
  if (id === null || id === '') return undefined
  const place = names.indexOf(id)
  if (place < 0) throw invalid(name, 'reason.not_allowed')
  return place
}

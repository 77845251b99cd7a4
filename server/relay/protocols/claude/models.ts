import { CREATED_SECONDS } from '../model-age'
import type { ModelShapes } from '../protocol'

const CREATED_AT = new Date(CREATED_SECONDS * 1000).toISOString()

const one = (id: string) => ({ type: 'model', id, display_name: id, created_at: CREATED_AT })

export const models: ModelShapes = {
  one,
  list: (ids) => ({
    data: ids.map(one),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }),
}

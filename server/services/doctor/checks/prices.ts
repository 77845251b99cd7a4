import { unpricedModels } from '../../pricing/unpriced'
import type { Check } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

export const prices: Check<Examined> = {
  id: 'prices',
  area: 'channels',
  look: async ({ db, options }) => {
    const { count, unpriced } = await unpricedModels(db.lists, options)
    if (unpriced.length === 0) {
      return { status: 'ok', text: 'doctor.prices.ok', params: { count } }
    }
    const params = { count: unpriced.length, models: someOf(unpriced) }
    return { status: 'warn', text: 'doctor.prices.missing', hint: 'doctor.prices.hint', params }
  },
}

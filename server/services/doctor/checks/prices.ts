import { priceFor } from '../../../domain/prices/lookup'
import { callableRoutes, namesOf } from '../../models/callable'
import { priceTablesOf } from '../../pricing/tables'
import type { Check } from '../check'
import { someOf } from '../list-some'
import type { Patient } from '../patient'

export const prices: Check<Patient> = {
  id: 'prices',
  area: 'channels',
  look: async ({ db, options }) => {
    const models = namesOf(await callableRoutes(db.lists, 'all'))
    const tables = priceTablesOf(options)
    const selfUse = options.SelfUseModeEnabled
    const unpriced = models.filter(
      (model) =>
        priceFor({ model, groupRatio: 1, tables, selfUse, acceptsUnset: false }) === undefined,
    )
    if (unpriced.length === 0) {
      return { status: 'ok', text: 'doctor.prices.ok', params: { count: models.length } }
    }
    const params = { count: unpriced.length, models: someOf(unpriced) }
    return { status: 'warn', text: 'doctor.prices.missing', hint: 'doctor.prices.hint', params }
  },
}

import { priceResource as shared } from '../../../server/domain/resources/prices'
import { column, hidden, resource } from '../../../server/domain/resources/resource'

const { model, ...others } = shared.columns

/**
 * As every surface has it, with what the console knows besides: how much a price matters. The price
 * of a call stands where that of a prompt would, and in a column of its own for who switches it on.
 */
export const priceResource = resource('price', {
  ...shared,
  columns: { model, calls: column('number'), ...others, callUsd: hidden('money_usd') },
})

import { CREDITS_PER_USD, perText } from '../../../../../server/domain/money/quota'
import { unitOf, unitOfClass } from '../../../../../server/domain/units'
import { useFormat } from '../../../../app/format'
import { useText } from '../../../../app/language'
import type { Row, RowTable } from './row-table'

/** What a row costs in dollars; nothing while its number is none. */
export function useRowNote({ note }: RowTable, { cells }: Row): string | undefined {
  const { text } = useText()
  const { usd } = useFormat()
  const { ratio = '', price = '', unit = '' } = cells
  if (note === 'per_million' && isNumber(ratio)) {
    const dollars = (Number(ratio) * 1_000_000) / CREDITS_PER_USD
    return text(perText(1_000_000), { price: usd(dollars) })
  }
  const counted = unitOfClass(unit)
  if (note !== 'per_unit' || counted === undefined || !isNumber(price)) return undefined
  return text(perText(unitOf(counted).per), { price: usd(Number(price)) })
}

function isNumber(typed: string): boolean {
  return typed.trim() !== '' && Number.isFinite(Number(typed))
}

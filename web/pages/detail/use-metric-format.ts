import { useMemo } from 'react'
import { LOCALES } from '../../../server/domain/text/formats'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import type { Metric } from './usage'

export interface MetricFormat {
  readonly value: (amount: number) => string
  /** Short, for an axis. */
  readonly tick: (amount: number) => string
  /** A part of 1 as percent. */
  readonly share: (share: number) => string
}

/** Dollars below which every decimal matters. */
const SMALL_DOLLARS = 0.01
/** Dollars from which an axis has no room for cents. */
const WHOLE_DOLLARS = 1000

export function useMetricFormats(): Readonly<Record<Metric, MetricFormat>> {
  const { language } = useText()
  const format = useFormat()
  const { display_in_currency, quota_per_unit } = useSite()
  return useMemo(() => {
    const percent = new Intl.NumberFormat(LOCALES[language], {
      style: 'percent',
      maximumFractionDigits: 1,
    })
    const share = (part: number): string => percent.format(part)
    const dollarsOf = (credits: number): number =>
      display_in_currency && quota_per_unit > 0 ? credits / quota_per_unit : 0
    const cost = (credits: number): string => {
      const dollars = dollarsOf(credits)
      if (dollars < SMALL_DOLLARS) return format.cost(credits)
      return dollars < 1 ? `$${dollars.toFixed(4)}` : format.usd(dollars, 2)
    }
    const shortCost = (dollars: number, credits: number): string =>
      dollars < SMALL_DOLLARS ? format.cost(credits) : format.usd(dollars, dollars < 1 ? 4 : 2)
    const costTick = (credits: number): string => {
      const dollars = dollarsOf(credits)
      if (!display_in_currency) return format.count(credits)
      return dollars < WHOLE_DOLLARS ? shortCost(dollars, credits) : `$${format.count(dollars)}`
    }
    const plain = { value: format.number, tick: format.count, share }
    return {
      quota: { value: cost, tick: costTick, share },
      count: plain,
      token_used: plain,
    }
  }, [language, format, display_in_currency, quota_per_unit])
}

import { useMemo } from 'react'
import { LOCALES } from '../../../server/domain/text/formats'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { waitText } from './wait-text'

export interface StatFormats {
  /** A part of a total as percent. */
  readonly share: (part: number, total: number) => string
  /** How much more or less than before; "" where there is nothing to compare with. */
  readonly change: (now: number, before: number) => string
  /** Milliseconds, "–" for nothing known. */
  readonly wait: (ms: number) => string
  readonly count: (value: number) => string
  readonly cost: (credits: number) => string
}

/** Beyond this a percentage says no more than "many times". */
const MOST_TIMES = 10

/** Figures of counted calls, short enough for a card. */
export function useStatFormats(): StatFormats {
  const { text, language } = useText()
  const format = useFormat()
  return useMemo(() => {
    const locale = LOCALES[language]
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
    const signed = new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 0,
      signDisplay: 'exceptZero',
    })
    return {
      share: (part, total) => (total === 0 ? '–' : shareText(percent, part / total)),
      change(now, before) {
        if (before === 0) return ''
        const times = now / before
        if (times >= MOST_TIMES) return `×${format.count(Math.round(times))}`
        return signed.format(times - 1)
      },
      wait: (ms) => waitText(ms, text),
      count: format.count,
      cost: format.quota,
    }
  }, [text, language, format])
}

/** What is not quite all of it is never called 100 %. */
function shareText(percent: Intl.NumberFormat, share: number): string {
  const almost = 0.999
  return percent.format(share < 1 && share > almost ? almost : share)
}

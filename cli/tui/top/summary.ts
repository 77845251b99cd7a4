import type { Tone } from '../../tones'
import { type Translate, words } from '../../words'
import type { TopFigures } from './figures'
import { rateText, shareText, usdPerHourText, waitText } from './format'

interface SummaryLine {
  readonly text: string
  readonly tone: Tone
}

/** The figures of the whole gateway, in lines that a terminal and a pipe show alike. */
export function figureLines(figures: TopFigures, translate: Translate): readonly SummaryLine[] {
  const { callsPerS, failed, running, streams, tokensPerS } = figures
  const { firstByteP95, overheadP50, overheadP99, usdPerHour, costPerHour } = figures
  const { settlementsPending, cooldowns, isDatabaseOk } = figures
  const calls = words`${rateText(callsPerS)} calls/s · ${shareText(failed)} failed`
  const open = words`${running} running, ${streams} of them streams · ${cooldowns} cool-downs`
  const own = words`overhead p50 ${waitText(overheadP50)}, p99 ${waitText(overheadP99)}`
  const first = words`first byte p95 ${waitText(firstByteP95)}`
  const money = words`${usdPerHourText(usdPerHour)}/h spend · ${usdPerHourText(costPerHour)}/h cost`
  const tokens = words`${rateText(tokensPerS)} tokens/s`
  const pending = words`${settlementsPending} settlements pending`
  const database = isDatabaseOk ? 'database ok' : 'the database cannot be written'
  const line = (...parts: Parameters<Translate>[0][]) => parts.map(translate).join(' · ')
  return [
    { text: line(calls, open), tone: failed > 0 ? 'warning' : 'none' },
    { text: line(first, own, tokens), tone: 'none' },
    {
      text: line(money, pending, database),
      tone: isDatabaseOk && settlementsPending === 0 ? 'none' : 'bad',
    },
  ]
}

/** An allowance as `--allow` takes it and lists show it: `budget/5h=$2.00@first_use`. */
import { isMoney, LIMIT_KINDS, type LimitKind } from '../../../server/domain/limits/kinds'
import { isLimitWindow, LIMIT_WINDOWS, usualWindow } from '../../../server/domain/limits/limit'
import { type Allowance, WINDOW_STARTS } from '../../../server/domain/plans/terms'
import { UsageError } from '../../exit'
import { usdText } from '../../usd'
import { words } from '../../words'
import { creditsOf } from '../limit/view'
import { amountOf } from '../price/requested-price'

const SHAPE = /^([a-z_]+)(?:\/([a-z0-9]+))?=([^@]+)(?:@([a-z_]+))?$/
const WHOLE = /^\d{1,15}$/

export function allowanceOf(given: string): Allowance {
  const [, kindName, windowName, amountText = '', startName] = SHAPE.exec(given.trim()) ?? []
  const kind = LIMIT_KINDS.find((name) => name === kindName)
  if (kind === undefined) throw refused(given)
  const window = windowName ?? usualWindow(kind)
  const named = LIMIT_WINDOWS.find((name) => name === window)
  const starts = WINDOW_STARTS.find((name) => name === (startName ?? 'subscription'))
  if (named === undefined || starts === undefined || !isLimitWindow(kind, named)) {
    throw refused(given)
  }
  return { kind, window: named, amount: amountIn(given, kind, amountText), starts }
}

function amountIn(given: string, kind: LimitKind, text: string): number {
  if (isMoney(kind)) return creditsOf(amountOf('allow', text) ?? 0)
  if (WHOLE.test(text)) return Number(text)
  throw refused(given)
}

function refused(given: string): UsageError {
  return new UsageError(words`--allow ${given} must read as budget/5h=2@first_use`)
}

export function allowanceText({ kind, window, amount, starts }: Allowance): string {
  const shown = isMoney(kind) ? usdText(amount) : String(amount)
  return `${kind}/${window}=${shown}${starts === 'subscription' ? '' : `@${starts}`}`
}

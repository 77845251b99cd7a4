/** The text of a log row, made from its kind and numbers in the reader's language and currency. */
import type { LogJson } from '../endpoints/log'
import { type ErrorReader, errorText, storedParams } from '../errors/error-facts'
import type { ErrorParams } from '../errors/gateway-error'
import { isRecord, recordOf } from '../json/records'
import { moneyText } from '../money/top-up'
import { LOG_TYPE } from '../status'
import { type LogParamKind, messageOf, type PriceNumbers } from './kinds'
import { type OldText, oldTextOf } from './old-texts'

export interface LogReader extends ErrorReader {
  /** Credits that make a dollar. */
  readonly perUnit: number
  readonly inCurrency: boolean
  /** Finds the numbers in a refusal that an earlier release stored as a Chinese sentence. */
  readonly oldErrorParams?: (error: string, content: string) => ErrorParams | undefined
}

/** `content` has a text in rows of other programs and of earlier releases. */
export type MessageRow = Pick<LogJson, 'type' | 'content' | 'other'>

export function contentOf(row: MessageRow, reader: LogReader): string {
  const { type, content } = row
  const other = recordOf(row.other)
  const message = messageOf(other)
  if (message !== undefined) {
    const params = message.numbers.map(({ name, shownAs, value }) => [
      name,
      shownNumber(shownAs, value, reader),
    ])
    return reader.text(`log.${message.kind}`, Object.fromEntries(params))
  }
  if (type === LOG_TYPE.error && typeof other.error === 'string') {
    return refusalText(other.error, { other, content }, reader)
  }
  if (typeof other.group_ratio === 'number') return priceText(other, reader)
  const old = oldTextOf(content, reader.perUnit)
  return old === undefined ? content : oldText(old, reader)
}

function oldText(old: OldText, reader: LogReader): string {
  if ('price' in old) return priceText(old.price, reader)
  const { kind, params } = old
  return contentOf({ type: 0, content: '', other: JSON.stringify({ kind, params }) }, reader)
}

interface Refusal {
  readonly other: Readonly<Record<string, unknown>>
  readonly content: string
}

function refusalText(error: string, { other, content }: Refusal, reader: LogReader): string {
  const params = isRecord(other.error_params) ? storedParams(other.error_params) : undefined
  const upstreamStatus = finite(other.upstream_status)
  const clientStatus = finite(other.told_status)
  const old = content === '' ? undefined : reader.oldErrorParams?.(error, content)
  const text = errorText(
    {
      error,
      error_params: params ?? old ?? {},
      ...(upstreamStatus !== undefined && { upstream_status: upstreamStatus }),
      ...(clientStatus !== undefined && { told_status: clientStatus }),
      ...(typeof other.upstream_message === 'string' && {
        upstream_message: other.upstream_message,
      }),
    },
    reader,
  )
  // A text that lacks numbers, or an id that no dictionary has: what is stored says more.
  const isRendered = text !== error && !(params === undefined && text.includes('{{'))
  const shown = isRendered || content === '' ? text : content
  const count = finite(other.count) ?? 1
  return count > 1 ? reader.text('log.repeated', { message: shown, count }) : shown
}

function priceText(price: PriceNumbers, { text }: LogReader): string {
  const group = ratioText(finite(price.group_ratio) ?? 1)
  const perCall = finite(price.model_price) ?? -1
  if (perCall >= 0) return text('log.price', { price: ratioText(perCall), group })
  const model = finite(price.model_ratio) ?? 0
  // No ratio of tokens has a part in what is priced by its units alone, such as images.
  if (model <= 0 && isRecord(price.unit_prices)) return text('log.unit_price', { group })
  return text('log.ratio', {
    model: ratioText(model),
    completion: ratioText(finite(price.completion_ratio) ?? 1),
    group,
  })
}

const SHOWN_DIGITS = 6

/** Without the noise of binary fractions: 8.333333333333334 is 8.33333. */
export function ratioText(ratio: number): string {
  return String(Number(ratio.toPrecision(SHOWN_DIGITS)))
}

function shownNumber(shownAs: LogParamKind, value: number, reader: LogReader): string {
  if (shownAs === 'credits') return creditsText(value, reader)
  return shownAs === 'cents' ? moneyText(value) : String(value)
}

function creditsText(credits: number, { text, perUnit, inCurrency }: LogReader): string {
  if (!inCurrency || perUnit <= 0) return text('log.credits', { credits })
  const dollars = (Math.abs(credits) / perUnit).toFixed(6).replace(/(\.\d\d+?)0+$/, '$1')
  return text('log.dollars', { dollars: `${credits < 0 ? '-' : ''}$${dollars}` })
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

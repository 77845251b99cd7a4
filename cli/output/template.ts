/** `--template`: a text with places for the fields of a row, in Liquid. */
import { Liquid } from 'liquidjs'
import { UsageError } from '../exit'
import { fit } from '../text-width'
import { instantSeconds } from '../time-argument'
import { usdText } from '../usd'
import { words } from '../words'
import { timeText } from './field-kinds'
import type { Plain, Printer } from './output-format'

const MS = 1000
/** Later epoch seconds than anybody means; what is more is milliseconds. */
const MOST_SECONDS = 100_000_000_000

const FILTERS = {
  usd: (credits: unknown) => usdText(Number(credits)),
  time: (moment: unknown) => {
    const text = String(moment ?? '')
    const count = Number(instantSeconds(text) ?? (text === '' ? 0 : text))
    if (Number.isNaN(count)) return text
    return timeText(Math.abs(count) > MOST_SECONDS ? count : count * MS)
  },
  pad: (value: unknown, width: number) => fit(shown(value), width),
  pad_left: (value: unknown, width: number) => fit(shown(value), width, 'right'),
}

function shown(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Each row is a line of its own. Throws `UsageError` for what is no template. */
export function templatePrinter(text: string): Printer {
  // Nothing is read from disk, and nothing of a value but its own fields.
  const engine = new Liquid({ templates: {}, ownPropertyOnly: true, strictFilters: true })
  for (const [name, filter] of Object.entries(FILTERS)) engine.registerFilter(name, filter)
  const tried = <T>(run: () => T): T => {
    try {
      return run()
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause)
      throw new UsageError(words`--template: ${said}`)
    }
  }
  const parsed = tried(() => engine.parse(text))
  const line = (fields: Plain) => tried(() => `${engine.renderSync(parsed, fields)}\n`)
  const value = (result: unknown): string => {
    if (Array.isArray(result)) return result.map(value).join('')
    return line(typeof result === 'object' && result !== null ? { ...result } : { value: result })
  }
  return { line, some: (rows) => rows.map(line).join(''), end: () => '', value }
}

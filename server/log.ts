import { inspect } from 'node:util'
import type { Clock } from './clock'
import { maskedText } from './domain/network/url-credentials'
import { escapedText, tableText } from './domain/text/visible-text'

/** Text that must not reach a log, a terminal or an answer; it prints as `***` everywhere. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '***'
  }

  toJSON(): string {
    return '***'
  }

  [inspect.custom](): string {
    return '***'
  }
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What a line may hold in addition to its message; other names are allowed for odd cases. */
export interface LogFields {
  readonly request_id?: string
  readonly user_id?: number
  readonly token_id?: number
  readonly channel_id?: number
  readonly took_ms?: number
  readonly error?: unknown
  readonly [name: string]: unknown
}

export type WriteLog = (message: string, fields?: LogFields) => void

export type Logger = Readonly<Record<LogLevel, WriteLog>>

export interface LoggerOptions {
  /** Receives complete lines, newline included. */
  readonly write: (line: string) => void
  /** People read text on a terminal; machines read JSON lines everywhere else. */
  readonly readable: boolean
  readonly level: LogLevel
  readonly clock: Clock
}

const MAX_CAUSES = 5

/** One line per error: message first, then what caused it. Stacks go to debug lines only. */
function describeError(error: unknown): string {
  const parts: string[] = []
  let current = error
  while (current !== undefined && current !== null && parts.length < MAX_CAUSES) {
    parts.push(current instanceof Error ? `${current.name}: ${current.message}` : String(current))
    current = current instanceof Error ? current.cause : undefined
  }
  return maskedText(parts.join(' <- '))
}

function printable(fields: LogFields, withStack: boolean): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) {
      continue
    }
    shown[name] = value instanceof Error || name === 'error' ? describeError(value) : value
    if (withStack && value instanceof Error) {
      shown.stack = value.stack
    }
  }
  return shown
}

function oneLine(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"=]/.test(text) ? JSON.stringify(text) : text
}

export function createLogger(options: LoggerOptions): Logger {
  const threshold = LOG_LEVELS.indexOf(options.level)
  const writer = (level: LogLevel): WriteLog => {
    if (LOG_LEVELS.indexOf(level) < threshold) {
      return () => {}
    }
    return (message, fields = {}) => {
      const at = new Date(options.clock.nowMs()).toISOString()
      const shown = printable(fields, options.level === 'debug')
      if (!options.readable) {
        options.write(`${escapedText(JSON.stringify({ at, level, msg: message, ...shown }))}\n`)
        return
      }
      const rest = Object.entries(shown).map(([name, value]) => ` ${name}=${oneLine(value)}`)
      const line = `${at.slice(11, 23)} ${level.padEnd(5)} ${message}${rest.join('')}`
      options.write(`${tableText(line)}\n`)
    }
  }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  }
}

/** Says so much more with every line. */
export function withFields(log: Logger, more: LogFields | undefined): Logger {
  if (more === undefined) return log
  const saying =
    (level: LogLevel): WriteLog =>
    (message, fields) =>
      log[level](message, { ...more, ...fields })
  return {
    debug: saying('debug'),
    info: saying('info'),
    warn: saying('warn'),
    error: saying('error'),
  }
}

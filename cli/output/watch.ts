/** A result again and again: drawn over itself on a terminal, or printed whenever it changes. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../server/clock'
import { cut } from '../text-width'
import { type Translate, words } from '../words'
import { createChanges, type MarkOf } from './changes'
import { timeText } from './field-kinds'
import type { OutputFormat } from './output-format'
import type { OutputMode, Streams } from './printer'

interface WatchPlace {
  readonly streams: Streams
  readonly mode: Pick<OutputMode, 'format' | 'color'>
  readonly seconds: number
  readonly clock: Clock
  readonly translate: Translate
  /** Ends it. */
  readonly signal: AbortSignal
  /** Passes the time between two looks; a test does not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

type Look = (streams: Streams, markOf: MarkOf | undefined) => Promise<void>

const MS = 1000

async function passTime(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}

type Mode = WatchPlace['mode']

function isDrawnOn({ outIsTerminal }: Streams, { format }: Mode): boolean {
  return outIsTerminal && (format === 'table' || format === 'wide')
}

/** Where the process that draws was ended from elsewhere. */
export function leaveScreen(streams: Streams, mode: Mode): void {
  if (isDrawnOn(streams, mode)) streams.out(LEAVE)
}

/** Until the signal comes. What `look` prints is shown as it differs from the time before. */
export async function watch(place: WatchPlace, look: Look): Promise<void> {
  const { streams, mode, seconds, signal, wait = passTime } = place
  const isDrawn = isDrawnOn(streams, mode)
  const changes = createChanges()
  const show = isDrawn ? createScreen(place) : createLog(mode.format, streams)
  try {
    while (!signal.aborted) {
      const text = await captured(streams, (stream) =>
        look(stream, isDrawn ? changes.markOf : undefined),
      )
      if (signal.aborted) break
      show.frame(text)
      changes.turn()
      await wait(seconds * MS, signal)
    }
  } finally {
    show.end()
  }
}

async function captured(streams: Streams, look: (into: Streams) => Promise<void>) {
  let text = ''
  const add = (more: string) => {
    text += more
  }
  await look({ ...streams, out: add, page: add, drained: async () => {} })
  return text
}

interface Show {
  readonly frame: (text: string) => void
  readonly end: () => void
}

/** Each line that was not there before, or everything when lines have changed. */
function createLog(format: OutputFormat, { out }: Streams): Show {
  let before = ''
  return {
    frame(text) {
      const isByLine = format === 'ndjson'
      const known = new Set(before.split('\n'))
      const lines = text.split('\n').filter((line) => line !== '' && !known.has(line))
      if (isByLine) out(lines.map((line) => `${line}\n`).join(''))
      else if (text !== before) out(text)
      before = text
    },
    end: () => {},
  }
}

const ENTER = '\u001b[?1049h\u001b[?25l'
const LEAVE = '\u001b[?25h\u001b[?1049l'
const HOME = '\u001b[H'
const LINE_END = '\u001b[K\n'
const REST = '\u001b[J'

/** On the screen that is thrown away; the last frame stays. */
function createScreen({ streams, seconds, clock, translate }: WatchPlace): Show {
  let last: string | undefined
  return {
    frame(text) {
      const { rows = 24, columns = 80 } = streams.size() ?? {}
      const time = timeText(clock.nowMs())
      const head = cut(translate(words`every ${seconds} s · ${time} · Ctrl-C ends`), columns)
      const lines = [head, '', ...text.replace(/\n$/, '').split('\n')].slice(0, rows)
      streams.out(`${last === undefined ? ENTER : ''}${HOME}${lines.join(LINE_END)}\u001b[K${REST}`)
      last = text
    },
    end() {
      if (last !== undefined) streams.out(LEAVE + last)
    },
  }
}

/** What each panel shows of what is relayed now. */
import type {
  LiveCallJson,
  LiveChannelJson,
  LiveJson,
  LiveSpenderJson,
} from '../../../../server/domain/endpoints/live'
import { plain } from '../../../text-width'
import type { Tone } from '../../../tones'
import type { CellText } from '../../cells'
import type { Tools } from '../../tools'
import type { PanelColumn } from '../../widgets/panel/Panel'
import type { PanelName } from './layout'

export interface PanelRows {
  readonly columns: readonly PanelColumn[]
  readonly count: number
  /** Made for the rows that are seen. */
  readonly cellsAt: (at: number) => readonly CellText[]
}

type Reader = Pick<Tools, 'text' | 'format'>

function cellsOf<Row>(
  rows: readonly Row[],
  make: (row: Row) => readonly CellText[],
): PanelRows['cellsAt'] {
  return (at) => rows.slice(at, at + 1).flatMap(make)
}

const none = (text: string): CellText => ({ text, tone: 'none' })

export function panelRows(
  name: PanelName,
  live: LiveJson,
  { nowMs, ...reader }: Reader & { readonly nowMs: number },
): PanelRows {
  switch (name) {
    case 'calls':
      return callRows(live, reader, nowMs)
    case 'channels':
      return channelRows(inTrouble(live.channels), reader)
    case 'tokens':
      return spenderRows(live.tokens, reader, { title: 'field.log.token_name', hasOwner: true })
    case 'users':
      return spenderRows(live.users, reader, { title: 'field.log.username', hasOwner: false })
  }
}

function callRows({ calls }: LiveJson, { text, format }: Reader, nowMs: number): PanelRows {
  return {
    columns: [
      { title: text('live.age'), width: 6, isNumeric: true },
      { title: text('live.state'), width: 11 },
      { title: text('field.log.username'), width: 10 },
      { title: text('field.log.token_name'), width: 10, from: 72 },
      { title: text('field.log.model_name'), width: 'rest' },
      { title: text('field.log.channel'), width: 12, from: 60 },
      { title: text('live.first_byte'), width: 8, from: 82, isNumeric: true },
      { title: 'tokens', width: 6, from: 76, isNumeric: true },
    ],
    count: calls.length,
    cellsAt: cellsOf(calls, (call) => [
      none(ageText(nowMs - call.started_at)),
      stateCell(call, text),
      none(plain(call.username)),
      none(plain(call.token_name)),
      none(plain(call.model)),
      none(plain(call.channel_name)),
      none(call.first_byte_ms === 0 ? '' : msText(call.first_byte_ms)),
      none(call.output_tokens === 0 ? '' : format.count(call.output_tokens)),
    ]),
  }
}

/** More than one channel was tried: something goes wrong upstream. */
function stateCell({ state, tries }: LiveCallJson, text: Tools['text']): CellText {
  const word = text(`live.state.${state}`)
  return tries > 1 ? { text: `${word} ${tries}`, tone: 'warning' } : none(word)
}

function channelRows(channels: readonly LiveChannelJson[], { text, format }: Reader): PanelRows {
  return {
    columns: [
      { title: text('field.log.channel'), width: 14 },
      { title: text('live.open'), width: 5, isNumeric: true },
      { title: text('live.attempts'), width: 6, from: 68, isNumeric: true },
      { title: 'p50', width: 6, from: 68, isNumeric: true },
      { title: 'p95', width: 6, isNumeric: true },
      { title: text('live.errors'), width: 6, isNumeric: true },
      { title: text('live.cause'), width: 'rest', from: 44 },
    ],
    count: channels.length,
    cellsAt: cellsOf(channels, (channel) => {
      const { name, in_flight, attempts, p50_ms, p95_ms } = channel
      return [
        none(plain(name)),
        none(format.count(in_flight)),
        none(format.count(attempts)),
        none(p50_ms === 0 ? '' : msText(p50_ms)),
        none(p95_ms === 0 ? '' : msText(p95_ms)),
        { text: shareText(channel.failed, attempts), tone: errorTone(channel) },
        { text: causeOf(channel), tone: errorTone(channel) },
      ]
    }),
  }
}

/** What needs somebody comes first, and stays in the order of the gateway else. */
export function inTrouble(channels: readonly LiveChannelJson[]): readonly LiveChannelJson[] {
  const isBad = (channel: LiveChannelJson): number => Number(errorTone(channel) === 'bad')
  return channels.toSorted((a, b) => isBad(b) - isBad(a))
}

/** Of a fifth failing, somebody should look. */
const MANY_ERRORS = 0.2

function errorTone({ attempts, failed }: LiveChannelJson): Tone {
  if (failed === 0) return 'none'
  return failed / Math.max(1, attempts) >= MANY_ERRORS ? 'bad' : 'warning'
}

export function causeOf({ last_failure }: LiveChannelJson): string {
  if (last_failure === null) return ''
  const { status, message } = last_failure
  return plain(status === 0 ? message : `${status} ${message}`)
}

interface SpenderFacts {
  readonly title: 'field.log.token_name' | 'field.log.username'
  readonly hasOwner: boolean
}

function spenderRows(
  spenders: readonly LiveSpenderJson[],
  { text, format }: Reader,
  { title, hasOwner }: SpenderFacts,
): PanelRows {
  return {
    columns: [
      { title: text(title), width: 'rest' },
      ...(hasOwner
        ? [{ title: text('field.log.username'), width: 'rest' as const, from: 44 }]
        : []),
      { title: text('live.calls'), width: 6, from: 34, isNumeric: true },
      { title: text('live.spend'), width: 10, isNumeric: true },
    ],
    count: spenders.length,
    cellsAt: cellsOf(spenders, ({ name, owner, calls, quota }) => [
      none(plain(name)),
      ...(hasOwner ? [none(plain(owner))] : []),
      none(format.count(calls)),
      none(format.cost(quota)),
    ]),
  }
}

export function shareText(part: number, total: number): string {
  return part === 0 ? '0%' : `${((part / Math.max(1, total)) * 100).toFixed(1)}%`
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** At most six cells: `4.2s`, `3m05`, `1h02`. */
function ageText(ms: number): string {
  const two = (count: number): string => String(count).padStart(2, '0')
  if (ms < 10 * SECOND) return `${(Math.max(0, ms) / SECOND).toFixed(1)}s`
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 60) return `${minutes}m${two(Math.floor((ms % MINUTE) / SECOND))}`
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}`
}

function msText(ms: number): string {
  return ms < SECOND ? `${ms}ms` : `${(ms / SECOND).toFixed(1)}s`
}

import { rm } from 'node:fs/promises'
import { defineCommand } from '../command/command'
import { UsageError } from '../exit'
import type { View } from '../output/output'
import { keepFolder, makeFolder, removeLeftFolders } from '../rehearsal/folders'
import { type RehearsalReport, reportOf, requireEqualMoney } from '../rehearsal/report'
import { rehearseOn } from '../rehearsal/run'
import { words } from '../words'

const FIELDS = [
  'calls',
  'first_try',
  'after_failover',
  'failed',
  'retry_times',
  'seen',
  'first_token_p50',
  'first_token_p95',
  'channels',
  'faults',
  'money',
  'money_equal',
  'kept',
] as const satisfies readonly (keyof RehearsalReport)[]

const VIEW: View<RehearsalReport> = {
  columns: [
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'FIRST TRY', value: 'first_try', kind: 'number' },
    { title: 'AFTER FAIL-OVER', value: 'after_failover', kind: 'number' },
    { title: 'FAILED', value: 'failed', kind: 'number' },
    { title: 'RETRIES ALLOWED', value: 'retry_times', kind: 'number' },
    { title: 'CLIENTS SAW', value: seenText },
    { title: 'FIRST TOKEN P50 MS', value: 'first_token_p50', kind: 'number' },
    { title: 'FIRST TOKEN P95 MS', value: 'first_token_p95', kind: 'number' },
    { title: 'CHANNEL SHARES', value: channelsText },
    { title: 'FAULTS', value: faultsText },
    { title: 'EXPECTED', value: ({ money }) => String(money.expected) },
    { title: 'SETTLED', value: ({ money }) => String(money.settled) },
    { title: 'LEDGER', value: ({ money }) => String(money.booked) },
    { title: 'BALANCES', value: ({ money }) => String(money.used) },
    { title: 'CALLS COUNTED HERE', value: ({ money }) => String(money.counted_here) },
    { title: 'HOLDS LEFT', value: ({ money }) => String(money.holds) },
    { title: 'MONEY EQUAL', value: 'money_equal', kind: 'flag' },
    { title: 'DIFFERENCES', value: differencesText },
    { title: 'KEPT', value: 'kept' },
  ],
  kinds: { channels: 'json', faults: 'json', money: 'json', seen: 'json' },
  fields: FIELDS,
  quiet: ({ money }) => String(money.settled),
}

const MOST_SHOWN = 5

function seenText({ seen }: RehearsalReport): string {
  return seen.map(({ status, code, calls }) => `${status} ${code} × ${calls}`).join('; ')
}

function channelsText({ channels }: RehearsalReport): string {
  return channels.map(({ id, name, share }) => `#${id} ${name} ${share} %`).join('; ')
}

function faultsText({ faults }: RehearsalReport): string {
  return Object.entries(faults)
    .map(([name, count]) => `${name} × ${count}`)
    .join('; ')
}

function differencesText({ money: { differences } }: RehearsalReport): string {
  const shown = differences.slice(0, MOST_SHOWN).map((row) => {
    return `${row.check} ${row.subject}: ${row.expected} → ${row.actual}`
  })
  const more = differences.length - shown.length
  return [...shown, ...(more > 0 ? [`+ ${more}`] : [])].join('; ')
}

const DEFAULTS = { calls: 1000, clients: 20, faults: 20, seed: 1 } as const

const BOUNDS = {
  calls: [1, 1_000_000],
  clients: [1, 200],
  faults: [0, 100],
  seed: [0, 1_000_000_000],
} as const

type Numbers = { readonly [Name in keyof typeof DEFAULTS]: number }

export const rehearse = defineCommand({
  path: ['rehearse'],
  localOnly: true,
  summary: 'try a copy of this site against a faulty provider; exits 1 when money differs',
  flags: {
    calls: { kind: 'integer', summary: 'how many calls (default 1000)' },
    clients: { kind: 'integer', summary: 'number of concurrent clients (default 20)' },
    faults: { kind: 'integer', value: 'PERCENT', summary: 'tries that meet a fault (default 20)' },
    seed: { kind: 'integer', summary: 'the same number draws the same faults (default 1)' },
    keep: { kind: 'switch', summary: 'keep the copy and say where it is' },
  },
  examples: ['gw rehearse', 'gw rehearse --calls 10000 --clients 50 --faults 20 --json'],
  json: VIEW,
  reads: true,
  async run(context, { flags }) {
    const numbers = numbersOf(flags)
    const signal = context.interruption()
    removeLeftFolders()
    const folder = makeFolder()
    try {
      const rehearsed = await context.progress('rehearsing', (progress) =>
        rehearseOn(context, { ...numbers, folder, signal, progress }),
      )
      const report = reportOf(rehearsed, flags.keep === true ? folder : null)
      context.output.one(report, VIEW)
      requireEqualMoney(report)
    } finally {
      if (flags.keep === true) keepFolder(folder)
      else await rm(folder, { recursive: true, force: true })
    }
  },
})

function numbersOf(flags: Readonly<Partial<Record<keyof Numbers, number | undefined>>>): Numbers {
  const read = (name: keyof Numbers): number => {
    const [least, most] = BOUNDS[name]
    const value = flags[name] ?? DEFAULTS[name]
    if (value >= least && value <= most) return value
    throw new UsageError(words`--${name} must be ${least} to ${most}`)
  }
  return {
    calls: read('calls'),
    clients: read('clients'),
    faults: read('faults'),
    seed: read('seed'),
  }
}

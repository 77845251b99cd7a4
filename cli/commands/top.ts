import { setTimeout as pause } from 'node:timers/promises'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { UsageError } from '../exit'
import { nearestServer } from '../gateway/caller'
import { webAddress } from '../runtime/chosen-gateway'
import { figuresBetween, type TopFigures } from '../tui/top/figures'
import { scrape } from '../tui/top/scrape'
import { figureLines } from '../tui/top/summary'

const METRICS_PATH = '/metrics'
const EVERY_SECONDS = 2

export const top = defineCommand({
  path: ['top'],
  clientSide: true,
  reads: true,
  summary: 'watch a gateway on a terminal screen, by its metrics alone',
  flags: {
    url: {
      kind: 'text',
      summary: 'address of the metrics (default: the server of the data folder)',
    },
    token: {
      kind: 'text',
      summary: 'its bearer token; "-" reads stdin; default $GW_METRICS_TOKEN',
    },
    every: { kind: 'integer', value: 'SECONDS', summary: 'read so often (default 2)' },
    once: { kind: 'switch', summary: 'print the figures of one such time, and end' },
  },
  examples: ['gw top', 'gw top --url http://10.0.0.7:9464/metrics', 'gw top --once --json'],
  json: {
    ...{ version: 'text', up_seconds: 'number', calls_per_s: 'number', failed_share: 'number' },
    ...{ running: 'number', streams: 'number', first_byte_p95_s: 'number' },
    ...{ overhead_p50_s: 'number', overhead_p99_s: 'number', tokens_per_s: 'number' },
    ...{ spend_usd_per_h: 'usd', cost_usd_per_h: 'usd', settlements_pending: 'number' },
    ...{ cooldowns: 'number', database_ok: 'flag' },
    ...{ errors: 'json', channels: 'json', models: 'json', processes: 'json' },
  },
  run: async (context, { flags }) => {
    const { clock, translate, output } = context
    const seconds = flags.every ?? EVERY_SECONDS
    if (seconds < 1) throw new UsageError('--every must be 1 or more')
    const url = await addressOf(context, flags.url)
    const token = await context.secret(flags.token, 'GW_METRICS_TOKEN')
    const read = () => scrape({ url, token, clock })
    if (flags.once || output.mode.json) {
      const before = await read()
      await pause(seconds * 1000)
      const figures = figuresBetween(before, await read())
      const text = figureLines(figures, translate).map((line) => line.text)
      output.value(text.join('\n'), jsonOf(figures))
      return
    }
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      throw new UsageError('this needs a terminal; in scripts use "gw top --once --json"')
    }
    const { runTop } = await import('../tui/top/run')
    await runTop({ url, seconds, translate, scrape: read })
  },
})

/** A separate metrics port comes first: whoever has set one wants it to be used. */
async function addressOf(context: CommandContext, given: string | undefined): Promise<string> {
  const { GW_METRICS_PORT: port, GW_METRICS_HOST: host = '127.0.0.1' } = context.env
  if (given === undefined && port) return `http://${host}:${port}${METRICS_PATH}`
  const url = webAddress(given ?? (await nearestServer(context)))
  return new URL(url).pathname === '/' ? url + METRICS_PATH : url
}

function jsonOf(figures: TopFigures) {
  return {
    version: figures.version,
    up_seconds: Math.round(figures.upSeconds),
    calls_per_s: figures.callsPerS,
    failed_share: figures.failed,
    running: figures.running,
    streams: figures.streams,
    first_byte_p95_s: figures.firstByteP95 ?? null,
    overhead_p50_s: figures.overheadP50 ?? null,
    overhead_p99_s: figures.overheadP99 ?? null,
    tokens_per_s: figures.tokensPerS,
    spend_usd_per_h: figures.usdPerHour,
    cost_usd_per_h: figures.costPerHour,
    settlements_pending: figures.settlementsPending,
    cooldowns: figures.cooldowns,
    database_ok: figures.isDatabaseOk,
    errors: figures.errors.map(({ reason, perS }) => ({ reason, per_s: perS })),
    channels: figures.channels.map((one) => ({
      name: one.name,
      attempts_per_s: one.attemptsPerS,
      failed_share: one.failed,
      p95_s: one.p95 ?? null,
      spend_usd_per_h: one.usdPerHour,
    })),
    models: figures.models.map((one) => ({
      name: one.name,
      calls_per_s: one.callsPerS,
      first_byte_p95_s: one.firstByteP95 ?? null,
      tokens_per_s: one.tokensPerS,
      spend_usd_per_h: one.usdPerHour,
    })),
    processes: figures.processes.map((one) => ({
      name: one.name,
      cpu: one.cpu,
      memory_bytes: one.memoryBytes,
      loop_p99_s: one.loopP99 ?? null,
      running: one.running,
      ledger_queue: one.ledgerQueue,
    })),
  }
}

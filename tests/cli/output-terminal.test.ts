/** Results on a terminal: as wide as it is, in colours, page by page, and again and again. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Streams } from '../../cli/output/printer'
import { tableOf } from '../../cli/output/table'
import { watch } from '../../cli/output/watch'
import { inEnglish } from '../../cli/words'
import { API_PASSWORD, apiClient, NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { runInTerminal } from '../support/terminal'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

const LONG = 'a name of a channel that is longer than a line of a terminal'

beforeAll(async () => {
  shell = openShell()
  const channels = [LONG, 'short'].map((name) => ({ name, key: `key-${name}`, models: 'm1,m2' }))
  await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ channels }) })
  await shell.text(['channel', 'disable', 'short'])
})
afterAll(() => shell.remove())

const inTerminal = (args: readonly string[], columns: number, env = {}, rows = 30) =>
  runInTerminal(args, { columns, rows, dataDir: shell.dataDir, env: { NO_COLOR: '', ...env } })

describe('a table', () => {
  test('is as wide as the terminal: columns go, and long texts are cut', async () => {
    await using program = inTerminal(['channel', 'list'], 60)
    await program.shows('-o wide')
    const lines = program.lines()
    expect(lines[0]).toMatch(/^ID +NAME +TYPE +STATUS/)
    expect(lines[0]).not.toContain('MODELS')
    expect(lines[2]).toMatch(/^ *1 +a name of a chann.*… +OpenAI +enabled/)
    expect(lines.join('\n')).toMatch(/not enough room for .*MODELS/)
    expect(await program.exited()).toBe(0)
  })

  test('is never cut in a pipe or with -o wide', async () => {
    expect(await shell.text(['channel', 'list'])).toContain(LONG)
    await using program = inTerminal(['channel', 'list', '-o', 'wide'], 60)
    await program.shows(LONG.slice(0, 40))
    expect(await program.exited()).toBe(0)
    expect(program.lines().join('')).toContain(LONG)
    expect(program.lines().join('\n')).not.toContain('not enough room')
  })

  test('has the colours of states on a terminal only', async () => {
    const view = {
      columns: [{ title: 'STATUS', value: 'status', kind: 'word' }],
      fields: ['status'],
      quiet: ({ status }: { status: string }) => status,
    } as const
    const rows = ['enabled', 'disabled', 'auto_disabled', 'other'].map((status) => ({ status }))
    const looks = { translate: inEnglish, color: true }
    expect(tableOf(rows, view, looks).lines).toEqual([
      '\u001b[1mSTATUS\u001b[22m',
      '\u001b[32menabled\u001b[39m',
      '\u001b[90mdisabled\u001b[39m',
      '\u001b[31mauto_disabled\u001b[39m',
      'other',
    ])
    const piped = await shell.gw(['channel', 'list'], { env: { NO_COLOR: '' } })
    expect(piped.stdout).not.toContain('\u001b')
  })
})

describe('a long result', () => {
  const pager = { GW_PAGER: 'head -n 1; echo through the pager', PAGER: 'false' }

  test('goes through the pager, a short one does not', async () => {
    await using long = inTerminal(['explain', 'channel', 'list'], 100, pager, 10)
    await long.shows('through the pager')
    expect(await long.exited()).toBe(0)
    await using short = inTerminal(['channel', 'list'], 100, pager, 10)
    await short.shows('short')
    expect(await short.exited()).toBe(0)
    expect(short.lines().join('\n')).not.toContain('through the pager')
  })

  test('is only printed with --no-pager', async () => {
    await using program = inTerminal(['explain', 'channel', 'list', '--no-pager'], 100, pager, 10)
    expect(await program.exited()).toBe(0)
    await program.shows('cooling_reason')
    expect(program.lines().join('\n')).not.toContain('through the pager')
  })
})

describe('--watch', () => {
  test('draws in place what has changed, until Ctrl-C', async () => {
    await using program = inTerminal(['channel', 'list', '--watch', '0.2'], 100)
    await program.shows('Ctrl-C ends')
    expect(program.isOnAlternateScreen()).toBe(true)
    await shell.text(['channel', 'enable', 'short'])
    await program.shows('enabled •')
    program.press('\u0003')
    expect(await program.exited()).toBe(0)
    await program.givesBack()
    await program.shows('short')
    await shell.text(['channel', 'disable', 'short'])
  })

  test.each([
    [['channel', 'disable', 'short', '-w']],
    [['log', 'tail', '-w']],
    [['channel', 'list', '--watch=0']],
  ])('%p is refused', async (args) => {
    expect((await shell.gw(args)).code).toBe(2)
  })

  /** Three looks at a list, and what was printed of them. */
  async function threeLooks(format: 'table' | 'ndjson' | 'json', terminal: boolean) {
    const stop = new AbortController()
    const looks = ['a 1', 'a 1', 'a 2']
    let printed = ''
    const out = (text: string) => {
      printed += text
    }
    const streams: Streams = {
      out,
      err: () => {},
      page: out,
      size: () => (terminal ? { columns: 80, rows: 24 } : undefined),
      outIsTerminal: terminal,
      errIsTerminal: terminal,
      drained: async () => {},
    }
    const clock = manualClock()
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
      clock.advance(ms)
      if (waits.length === looks.length) stop.abort()
    }
    const mode = { format, color: false }
    const place = {
      streams,
      mode,
      seconds: 5,
      clock,
      translate: inEnglish,
      signal: stop.signal,
      wait,
    }
    await watch(place, async (into, markOf) => {
      const [name = '', count = ''] = (looks[waits.length] ?? '').split(' ')
      into.out(`${name} ${count}${markOf?.(name, 'COUNT', count) ?? ''}\n`)
    })
    return { printed, waits }
  }

  test('prints for programs only what is new', async () => {
    expect((await threeLooks('ndjson', false)).printed).toBe('a 1\na 2\n')
    const { printed, waits } = await threeLooks('json', false)
    expect(printed).toBe('a 1\na 2\n')
    expect(waits).toEqual([5000, 5000, 5000])
  })

  test('marks a number that rises', async () => {
    const { printed } = await threeLooks('table', true)
    expect(printed.match(/a 2↑/g)).toHaveLength(2)
    expect(printed).toContain('every 5 s')
    expect(printed).not.toContain('1↑')
  })
})

test('a gateway elsewhere is watched, and paged, like that of this machine', async () => {
  await using gateway = await startGateway({ env: NO_LIMITS })
  const root = await apiClient(gateway).as('root')
  const { body } = await root.post('/api/user/token', { original_password: API_PASSWORD })
  const env = {
    GW_URL: gateway.url,
    GW_ACCESS_TOKEN: body.data,
    GW_USER_ID: String(root.id),
    GW_PAGER: 'head -n 1; echo through the pager',
  }
  const there = (args: readonly string[]) => runInTerminal(args, { columns: 90, rows: 12, env })
  await using watched = there(['user', 'list', '--watch', '0.2'])
  await watched.shows('Ctrl-C ends')
  await root.post('/api/user/', { username: 'zed', password: 'password123', display_name: 'zed' })
  await watched.shows('zed •')
  watched.press('\u0003')
  expect(await watched.exited()).toBe(0)
  await watched.givesBack()
  await using long = there(['option', 'list'])
  await long.shows('through the pager')
  expect(await long.exited()).toBe(0)
})

/** Ctrl-C and progress: exit 130, nothing half done, and bars for terminals only. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliCommand, cliEnv } from '../support/cli'
import { fixture, gate, json, startUpstream } from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

/** `gw` on a terminal; `screen` is all that it has written. */
function onTerminal(args: readonly string[]) {
  const decoder = new TextDecoder()
  let screen = ''
  const child = Bun.spawn(cliCommand(args, { dataDir: shell.dataDir }), {
    env: cliEnv({ TERM: 'xterm' }),
    terminal: {
      cols: 100,
      rows: 24,
      data(_, bytes) {
        screen += decoder.decode(bytes, { stream: true })
      },
    },
  })
  return { child, screen: () => screen }
}

function usersFile(count: number): string {
  const users = Array.from({ length: count }, (_, at) => ({ username: `u${at}`, quota: at }))
  const path = join(shell.dataDir, 'users.json')
  writeFileSync(path, JSON.stringify({ users }))
  return path
}

describe('an import', () => {
  test('shows a bar on a terminal, and Ctrl-C leaves nothing of it', async () => {
    await shell.text(['db', 'migrate'])
    const { child, screen } = onTerminal(['import', usersFile(40_000)])
    await waitUntil('the bar stands there', () => screen().includes('of 40000'), 30_000)
    child.kill('SIGINT')
    expect(await within('exit', child.exited)).toBe(130)
    expect(await shell.text(['user', 'list', '--fields', 'username', '--output', 'csv'])).toBe(
      'username\r\nroot',
    )
    expect(await shell.json(['ledger', 'verify'])).toEqual([])
  })

  test('is quiet in a pipe', async () => {
    const { stderr } = await shell.gw(['import', usersFile(20)])
    expect(stderr).not.toContain('of 20')
  })
})

describe('a test of all channels', () => {
  test('ends at Ctrl-C with 130, and the next one is not kept waiting', async () => {
    const hanging = gate()
    await using upstream = await startUpstream(async () => {
      await hanging.opened
      return json(fixture('openai/chat-text.json'))
    })
    for (const name of ['a', 'b']) {
      const add = ['channel', 'add', name, '--key', name, '--models', 'm']
      await shell.text([...add, '--base-url', upstream.url])
    }
    await using child = Bun.spawn(cliCommand(['channel', 'test-all'], shell), {
      env: cliEnv(),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await upstream.waitForRequests(1)
    child.kill('SIGINT')
    expect(await within('exit', child.exited)).toBe(130)
    expect(await new Response(child.stderr).text()).toContain('interrupted')
    hanging.open()
    expect(await shell.json(['channel', 'test-all'])).toMatchObject({ tested: 2, failed: 0 })
    expect(upstream.requests.length).toBe(3)
  })

  test('shows a bar on a terminal, which is gone when it is done', async () => {
    await shell.text([
      'channel',
      'add',
      'a',
      '--key',
      'a',
      '--models',
      'm',
      '--base-url',
      'http://127.0.0.1:1',
    ])
    const { child, screen } = onTerminal(['channel', 'test-all'])
    expect(await within('exit', child.exited)).toBe(1)
    expect(screen()).toContain('testing channels [........................] 0 of 1')
    expect(screen()).toContain('\r\u001b[2K1 tested, 1 failed')
  })
})

test('Ctrl-C at anything else is 130 as well', async () => {
  const hanging = gate()
  await using upstream = await startUpstream(async () => {
    await hanging.opened
    return json({})
  })
  const ask = ['chat', 'hi', '--model', 'm', '--key', 'sk-x', '--url', upstream.url]
  await using child = Bun.spawn(cliCommand(ask, shell), { env: cliEnv(), stderr: 'pipe' })
  await upstream.waitForRequests(1)
  child.kill('SIGINT')
  expect(await within('exit', child.exited)).toBe(130)
  hanging.open()
})

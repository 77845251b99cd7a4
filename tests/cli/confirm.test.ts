/** Commands that ask, on a real terminal. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cliCommand, cliEnv } from '../support/cli'
import { within } from '../support/wait-until'
import { openShell, PASSWORD, type Shell } from './cli-fixture'

let shell: Shell

beforeEach(async () => {
  shell = openShell()
  await shell.text(['user', 'create', 'ann', '--password', PASSWORD])
})
afterEach(() => shell.remove())

/** Types the answer once the question stands there; gives the exit code. */
async function answering(answer: string): Promise<number> {
  const decoder = new TextDecoder()
  let screen = ''
  let typed = false
  await using child = Bun.spawn(cliCommand(['user', 'delete', 'ann'], { dataDir: shell.dataDir }), {
    env: cliEnv({ TERM: 'xterm' }),
    terminal: {
      cols: 80,
      rows: 24,
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true })
        if (typed || !screen.includes('[y/N]')) return
        typed = true
        terminal.write(answer)
      },
    },
  })
  const code = await within('exit after the answer', child.exited)
  expect(screen).toContain('Deregister ann for good?')
  return code
}

const isThere = async () => Object(await shell.json(['user', 'show', 'ann'])).deleted_at === null

test('a yes is taken', async () => {
  expect(await answering('y\r')).toBe(0)
  expect(await isThere()).toBe(false)
})

test.each(['\r', 'n\r', 'yep\r'])('anything else (%j) changes nothing', async (answer) => {
  expect(await answering(answer)).toBe(1)
  expect(await isThere()).toBe(true)
})

test('Ctrl-C and Ctrl-D at the question change nothing', async () => {
  for (const key of ['\u0003', '\u0004']) {
    expect(await answering(key)).not.toBe(0)
    expect(await isThere()).toBe(true)
  }
})

/** What shells offer while a command is typed; bash is everywhere, the others where installed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../cli/commands'
import { cliCommand, cliEnv } from '../support/cli'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell
let env: Record<string, string>

const NAMES = ['main', 'mirror two', '$(touch pwned)', '`touch pwned`', '*']

beforeAll(async () => {
  shell = openShell()
  const channels = NAMES.map((name) => ({ name, key: `k ${name}`, models: 'gpt-4o', tag: 'eu' }))
  const users = [{ username: 'ann' }]
  await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ channels, users }) })
  const folder = join(shell.dataDir, 'bin')
  mkdirSync(folder)
  const words = cliCommand([]).map((word) => `'${word}'`)
  writeFileSync(join(folder, 'gw'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`)
  chmodSync(join(folder, 'gw'), 0o755)
  env = cliEnv({ GW_DATA: shell.dataDir, PATH: `${folder}:${process.env.PATH}` })
  for (const name of ['bash', 'zsh', 'fish']) {
    writeFileSync(join(shell.dataDir, name), await shell.text(['completion', name]))
  }
})
afterAll(() => shell.remove())

async function run(command: readonly string[]): Promise<string> {
  await using child = Bun.spawn([...command], { env, cwd: shell.dataDir, stderr: 'inherit' })
  return await new Response(child.stdout).text()
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '')

/** The words before the cursor, the last of them unfinished, as bash splits them. */
async function inBash(...words: readonly string[]): Promise<readonly string[]> {
  const script = `source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gw
    printf '%s\\n' "\${COMPREPLY[@]}"`
  return lines(await run(['bash', '-c', script, 'bash', 'gw', ...words]))
}

describe('bash', () => {
  test('offers nouns, verbs and flags', async () => {
    expect(await inBash('us')).toEqual(['user'])
    expect(await inBash('channel', 't')).toEqual(['test', 'test-all', 'types', 'tag'])
    expect(await inBash('channel', 'tag', 'd')).toEqual(['drop', 'disable'])
    expect(await inBash('channel', 'list', '--f')).toEqual(['--filter', '--fields'])
    expect(await inBash('--json', 'channel', 'delete', '--y')).toEqual(['--yes'])
  })

  test('offers commands and pages of the manual behind help', async () => {
    expect(await inBash('help', 'chan')).toEqual(['channel', 'channels', 'channel-matrix'])
    expect(await inBash('help', 'channel', 'tes')).toEqual(['test', 'test-all'])
  })

  test('offers choices and fields', async () => {
    expect(await inBash('channel', 'list', '--status', 'd')).toEqual(['disabled'])
    expect(await inBash('channel', 'list', '--output', '=', 'nd')).toEqual(['ndjson'])
    expect(await inBash('user', 'list', '--fields', 'id,quo')).toEqual(['id,quota'])
    expect(await inBash('user', 'list', '--filter', 'quo')).toEqual(['quota='])
    expect(await inBash('completion', 'z')).toEqual(['zsh'])
  })

  test('offers names of the database, also of the one on the command line', async () => {
    expect(await inBash('user', 'show', '')).toEqual(['ann'])
    expect(await inBash('channel', 'show', 'mai')).toEqual(['main'])
    expect(await inBash('channel', 'list', '--tag', '')).toEqual(['eu'])
    expect(await inBash('option', 'get', 'RetryT')).toEqual(['RetryTimes'])
    expect(await inBash('chat', '--model', 'gpt')).toEqual(['gpt-4o'])
    const elsewhere = join(shell.dataDir, 'nothing')
    expect(await inBash('--data', elsewhere, 'user', 'show', '')).toEqual([])
    const first = ['--data', elsewhere, 'channel', 'add', 'x']
    expect(await inBash(...first, '--type', 'DeepS')).toEqual(['DeepSeek'])
    expect(existsSync(elsewhere)).toBe(false)
  })

  test('quotes names, and never runs what stands in them', async () => {
    const offered = await inBash('channel', 'show', '')
    const quoted = ['\\*', '\\`touch\\ pwned\\`', '\\$\\(touch\\ pwned\\)', 'mirror\\ two', 'main']
    expect(offered.toSorted()).toEqual(quoted.toSorted())
    expect(existsSync(join(shell.dataDir, 'pwned'))).toBe(false)
  })
})

const ZSH = Bun.which('zsh')
const FISH = Bun.which('fish')

async function inZsh(...words: readonly string[]): Promise<readonly string[]> {
  // Outside of its line editor zsh has no compadd; this one prints what it is given.
  const script = `compdef() { : }; compset() { : }; _files() { : }
    compadd() { print -rl -- "\${texts[@]}" }
    source ./zsh; words=("$@"); CURRENT=$#; _gw | while read -r line; do
      [[ $line == "\${words[CURRENT]}"* ]] && print -r -- "$line"; done; true`
  return lines(await run([ZSH ?? '', '-fc', script, 'zsh', 'gw', ...words]))
}

test.if(ZSH !== null)('zsh offers words, flags, choices and names', async () => {
  expect(await inZsh('channel', 'tag', 'd')).toEqual(['drop', 'disable'])
  expect(await inZsh('channel', 'list', '--f')).toEqual(['--filter', '--fields'])
  expect(await inZsh('channel', 'list', '--status', 'd')).toEqual(['disabled'])
  expect(await inZsh('channel', 'show', 'mirror')).toEqual(['mirror two'])
  expect(existsSync(join(shell.dataDir, 'pwned'))).toBe(false)
})

async function inFish(line: string): Promise<readonly string[]> {
  const offered = await run([FISH ?? '', '-c', `source ./fish; complete -C '${line}'`])
  return lines(offered).map((text) => text.split('\t')[0] ?? '')
}

test.if(FISH !== null)('fish offers words, flags, choices and names', async () => {
  expect((await inFish('gw channel tag d')).toSorted()).toEqual(['disable', 'drop'])
  expect((await inFish('gw channel list --f')).toSorted()).toEqual(['--fields', '--filter'])
  expect(await inFish('gw channel list --status d')).toEqual(['disabled'])
  expect(await inFish('gw channel show mirror')).toEqual(['mirror two'])
  expect(await inFish('gw --json option get RetryT')).toEqual(['RetryTimes'])
})

describe('every script', () => {
  test.each(['bash', 'zsh', 'fish'])('%s names every command, flag and choice', async (name) => {
    const text = await shell.text(['completion', name])
    for (const { path, flags, hidden } of COMMANDS) {
      if (hidden === true) continue
      expect(text).toContain(`'${path.join(' ')}`.replaceAll("'", name === 'fish' ? "\\'" : "'"))
      for (const [flag, { choices = [] }] of Object.entries(flags)) {
        expect(text).toContain(name === 'fish' ? ` -l ${flag} ` : `--${flag}`)
        for (const choice of choices) expect(text).toContain(choice)
      }
    }
    expect(text).toContain('__gw_ask channel')
    expect(text).not.toContain('undefined')
  })

  test('relies on one name of a flag meaning one kind of thing', () => {
    const kinds = Map.groupBy(
      COMMANDS.flatMap(({ flags }) => Object.entries(flags)),
      ([name]) => name,
    )
    for (const [name, rows] of kinds) {
      const switches = new Set(rows.map(([, { kind }]) => kind === 'switch'))
      expect([name, switches.size]).toEqual([name, 1])
    }
  })

  test('another shell is wrong usage', async () => {
    const { code, stderr } = await shell.gw(['completion', 'csh'])
    expect(code).toBe(2)
    expect(stderr).toContain('bash, zsh, fish')
  })
})

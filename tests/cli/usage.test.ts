import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { COMMANDS } from '../../cli/commands'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell

beforeAll(() => {
  shell = openShell()
})
afterAll(() => shell.remove())

describe('wrong usage exits 2, says why on stderr and prints nothing', () => {
  test.each([
    [[], 'a command is missing'],
    [['user'], 'a command is missing'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['user', 'frob'], "unknown command 'frob'"],
    [['user', 'list', '--frob'], "unknown option '--frob'"],
    [['user', 'show'], "missing required argument 'user'"],
    [['user', 'show', 'a', 'b'], 'too many arguments'],
    [['user', 'create', 'ann'], '--password'],
    [['user', 'create', '--password', 'x'], 'username'],
    [['user', 'set', 'ann'], 'at least one flag'],
    [['user', 'set', 'ann', '--quota', 'much'], '--quota must be a whole number'],
    [['user', 'set', 'ann', '--quota', '1', '--add-quota', '1'], 'exclude each other'],
    [['user', 'set', 'ann', '--expect-quota', '1'], '--expect-quota needs --quota'],
    [['user', 'list', '--role', 'king'], '--role'],
    [['user', 'list', '--lang', 'fr'], '--lang'],
    [['token', 'create', '--expires', 'soon'], '--expires'],
    [['channel', 'add', 'main', '--models', 'm'], '--key'],
    [['channel', 'add', 'main', '--key', 'k', '--type', 'baidu'], 'baidu wenxin'],
    [['channel', 'set', 'main', '--auto-ban', 'maybe'], '--auto-ban must be true or false'],
    [['channel', 'list', '--status', 'odd'], '--status'],
    [['option', 'set', 'RetryTimes'], 'either a value or --reset'],
    [['option', 'set', 'RetryTimes', '3', '--reset'], 'either a value or --reset'],
    [['log', 'list', '--type', 'odd'], '--type'],
    [['db', 'restore'], "missing required argument 'file'"],
  ])('gw %p', async (args, why) => {
    const { code, stdout, stderr } = await shell.gw(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
    expect(stderr.trimEnd().split('\n').at(-1)).toStartWith('error: ')
  })

  test('none of it has made a database', () => {
    expect(existsSync(`${shell.dataDir}/gw.db`)).toBe(false)
  })

  test('with --json the error is one JSON object on stderr', async () => {
    const { code, stdout, stderr } = await shell.gw(['user', 'list', '--frob', '--json'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'usage', message: "unknown option '--frob'" },
    })
  })
})

describe('help', () => {
  test('stands on stdout, exits 0 and opens nothing', async () => {
    const { code, stdout, stderr } = await shell.gw(['user', 'create', '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('gw user create ann')
    expect(stdout).toContain('JSON fields: id, username,')
    expect(existsSync(`${shell.dataDir}/gw.db`)).toBe(false)
  })

  test('no two commands have one name, and each says what it does', () => {
    const names = COMMANDS.map((command) => command.path.join(' '))
    expect(new Set(names).size).toBe(names.length)
    for (const command of COMMANDS) {
      expect(command.summary).toMatch(/^\S.{8,}[^.]$/)
      expect(command.examples).not.toEqual([])
    }
  })

  test('flags of every list are before and after the verb alike', async () => {
    const before = await shell.gw(['--json', 'user', 'list'])
    const after = await shell.gw(['user', 'list', '--json'])
    expect(before).toMatchObject({ code: 0, stdout: after.stdout })
    expect(before.json()).toEqual([])
  })
})

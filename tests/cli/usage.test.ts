import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { COMMANDS } from '../../cli/commands'
import { GLOBAL_FLAGS } from '../../cli/global-flags'
import { tokenFields } from '../../server/domain/nouns/token'
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
    [['db', 'backup', '-'], 'a backup is a file'],
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

  test('is the same by the word and by the flag', async () => {
    const byWord = await shell.gw(['help', 'channel', 'tag', 'set'])
    const byFlag = await shell.gw(['channel', 'tag', 'set', '--help'])
    expect(byWord).toMatchObject({ code: 0, stderr: '', stdout: byFlag.stdout })
    expect(byWord.stdout).toContain('Examples:')
  })

  test('knows the names that other programs have for a verb', async () => {
    const { stdout } = await shell.gw(['channel', 'create', '--help'])
    expect(stdout).toContain('Usage: gw channel add|create')
    expect((await shell.gw(['help', 'token', 'rm'])).stdout).toContain('gw token revoke|rm')
    expect((await shell.gw(['user', 'ls', '--limit', '0'])).stderr).toContain('--limit must be 1')
  })

  test('of all leads from nothing to a served request', async () => {
    const { code, stdout } = await shell.gw(['help'])
    expect(code).toBe(0)
    const steps = stdout.slice(stdout.indexOf('Getting started')).match(/\$ gw \w+( \w+)?/g)
    expect(steps).toEqual([
      '$ gw serve',
      '$ gw channel add',
      '$ gw token create',
      '$ gw chat',
      '$ gw log list',
    ])
    expect(stdout).not.toContain('__complete')
  })

  test.each([
    [['chanel', 'list'], "unknown command 'chanel' (Did you mean channel?)"],
    [['channel', 'lsit'], "unknown command 'lsit' (Did you mean list?)"],
    [['help', 'chanel'], 'knows no command and no topic "chanel" (Did you mean channel'],
    [['channel', 'list', '--serch', 'x'], 'Did you mean --search?'],
  ])('of a word that is nearly right suggests the right one: gw %j', async (args, why) => {
    const { code, stdout, stderr } = await shell.gw(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
  })

  test('has examples that use commands and flags there are', () => {
    const everywhere = Object.keys(GLOBAL_FLAGS)
    const names = new Map(COMMANDS.map((command) => [command.path.join(' '), command]))
    for (const { path, examples } of COMMANDS) {
      for (const call of examples.flatMap(callsIn)) {
        const named = [3, 2, 1].map((length) => call.words.slice(0, length).join(' '))
        const command = named.map((name) => names.get(name)).find((row) => row !== undefined)
        expect([path, call.text, command === undefined]).toEqual([path, call.text, false])
        const known = [...Object.keys(command?.flags ?? {}), ...everywhere]
        const unknown = call.flags.filter((flag) => !known.includes(flag))
        expect([call.text, unknown]).toEqual([call.text, []])
      }
    }
  })

  test('of fields says what they are, and which flags set them', async () => {
    const fields = Object(await shell.json(['explain', 'token']))
    expect(fields.map(({ field }: { field: string }) => field)).toEqual(Object.keys(tokenFields))
    expect(await shell.json(['explain', 'token.expired_time'])).toMatchObject({
      ...{ title: 'Expires', sets: 1, sorts: 0, default: -1 },
      type: 'epoch seconds, -1 for never',
      flags: ['token create --expires', 'token set --expires'],
    })
    expect(await shell.json(['explain', 'channel.weight'])).toMatchObject({
      flags: expect.arrayContaining(['channel add --weight', 'channel set --weight']),
    })
    const none = await shell.gw(['explain', 'token.colour'])
    expect([none.code, none.stderr]).toEqual([3, 'error: token has no field colour\n'])
    expect((await shell.gw(['explain', 'toString'])).code).toBe(3)
  })

  test('flags of every list are before and after the verb alike', async () => {
    await shell.text(['db', 'migrate'])
    const before = await shell.gw(['--json', 'user', 'list'])
    const after = await shell.gw(['user', 'list', '--json'])
    expect(before).toMatchObject({ code: 0, stdout: after.stdout })
    expect(before.json()).toMatchObject([{ username: 'root' }])
  })
})

/** The calls of gw in a line of shell; flags may stand before the words. */
function callsIn(example: string) {
  const calls = example.split(/(?:^|[ (])gw /).slice(1)
  return calls.map((text) => {
    // What comes after "--" is for another program.
    const own = text.split(/[|<>)"]| && | -- /)[0] ?? ''
    const bare = own.replace(/^(?:--(?:data|lang) \S+ )+/, '')
    const words = bare.split(' ').filter((word) => word !== '')
    const flags = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
    return { text, words, flags }
  })
}

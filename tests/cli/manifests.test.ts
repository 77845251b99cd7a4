/** `gw pull`, `gw diff` and `gw apply`: a gateway as files say. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openShell, type Shell } from './cli-fixture'

const KEYS = { GW_CHANNEL_MAIN_KEY: 'sk-main-1111111111', GW_CHANNEL_SPARE_KEY: 'sk-spare-222222' }

let shell: Shell
beforeAll(() => {
  shell = openShell()
})
afterAll(() => shell.remove())

const inFolder = (name: string) => join(shell.dataDir, name)

function written(name: string, text: string): string {
  writeFileSync(inFolder(name), text)
  return inFolder(name)
}

const run = async (args: readonly string[], env: Record<string, string> = KEYS) =>
  await shell.gw(args, { env })
const applied = async (text: string, ...more: readonly string[]) =>
  await run(['apply', '-f', written('gw.yaml', text), '--yes', ...more])
const rowsOf = async (text: string, ...more: readonly string[]) =>
  (await run(['diff', '-f', written('gw.yaml', text), '--json', ...more])).json()

const MAIN = `version: 1
channels:
  main:
    key: \${GW_CHANNEL_MAIN_KEY}
    models: [gpt-4o]
`

describe('a gateway that was set up by hand', () => {
  test('is pulled by name, put on an empty one, and pulled from there the same', async () => {
    const [here, there] = [openShell(), openShell()]
    const proxy = '{"proxy":"http://me:pa55@10.1.2.3:8080"}'
    for (const args of [
      ['channel', 'add', 'main', '--key', KEYS.GW_CHANNEL_MAIN_KEY, '--models', 'gpt-4o,o3'],
      ['channel', 'set', 'main', '--setting', proxy, '--model-mapping', '{"o3":"o3-mini"}'],
      ['channel', 'add', 'two', '--key', 'sk-one\nsk-two', '--key-mode', 'random', '--models', 'a'],
      ['price', 'set', 'mine', '--prompt', '0.15', '--completion', '0.6', '--tier', 'batch=0.5'],
      ['price', 'set', 'mine', '--above', '200000', '--prompt', '0.3', '--completion', '0.9'],
      ['option', 'set', 'ModelFallbacks', '{"gpt-4o":["o3"]}'],
      ['option', 'set', 'GroupRatio', '{"default":1,"vip":0.8}'],
      ['option', 'set', 'SMTPToken', 'mail-secret-9'],
      ['option', 'set', 'Footer', 'one\n$' + '{two}'],
      ['limit', 'set', 'group', 'vip', '--budget', '2.5', '--zone', 'Europe/Berlin'],
      ['role', 'create', 'reader', '--base', 'admin', '--scope', 'log:read'],
    ]) {
      expect(await here.gw(args)).toMatchObject({ code: 0 })
    }
    const file = await here.text(['pull'])
    for (const secret of ['sk-', 'pa55', 'mail-secret']) expect(file).not.toContain(secret)
    expect(file).toContain('svip: null')
    expect(file).toContain(`http://me:\${GW_CHANNEL_MAIN_SETTING_PASSWORD}@10.1.2.3:8080`)
    const env = {
      ...KEYS,
      GW_CHANNEL_MAIN_SETTING_PASSWORD: 'pa55',
      GW_CHANNEL_TWO_KEY_1: 'sk-one',
      GW_CHANNEL_TWO_KEY_2: 'sk-two',
      GW_OPTION_SMTPTOKEN: 'mail-secret-9',
    }
    const path = written('site.yaml', file)
    const made = await there.gw(['apply', '-f', path, '--yes'], { env })
    expect(made).toMatchObject({ code: 0 })
    expect(await there.text(['pull'])).toBe(file)
    const audit = await there.text(['audit', 'list', '--json'])
    for (const text of [made.stdout, made.stderr, audit]) {
      for (const secret of Object.values(env)) expect(text).not.toContain(secret)
    }
    for (const each of [here, there]) {
      expect(await each.gw(['diff', '-f', path], { env })).toMatchObject({ code: 0 })
      each.remove()
    }
  })
})

test('a change by hand stops an apply until it is overwritten or adopted', async () => {
  const file = `${MAIN}    priority: 5\n`
  expect(await applied(file)).toMatchObject({ code: 0 })
  for (const field of ['--priority', '--weight']) await run(['channel', 'set', 'main', field, '7'])
  const by = expect.stringMatching(/^cli:/)
  expect(await rowsOf(file)).toMatchObject([
    { field: 'priority', before: '7', after: '5', note: 'conflict', by },
    { field: 'weight', before: '7', after: '0', note: 'conflict', by },
  ])
  expect(await run(['diff', '-f', inFolder('gw.yaml')])).toMatchObject({ code: 3 })
  expect(await applied(file)).toMatchObject({ code: 1 })
  expect(await applied(file, '--adopt')).toMatchObject({ code: 0 })
  expect(await run(['diff', '-f', inFolder('gw.yaml')])).toMatchObject({ code: 0 })
  expect(await applied(file)).toMatchObject({ code: 0 })
  const priority = async () => Object(await shell.json(['channel', 'show', 'main'])).priority
  expect(await priority()).toBe(7)
  expect(await applied(file, '--force')).toMatchObject({ code: 0 })
  expect(await priority()).toBe(5)
})

test('a key is changed by its reference, and never shown', async () => {
  await applied(MAIN)
  const other = { GW_CHANNEL_MAIN_KEY: 'sk-rotated-333333' }
  const result = await run(['diff', '-f', inFolder('gw.yaml')], other)
  expect(result.code).toBe(3)
  expect(result.stdout).toMatch(/main +key +set +changed/)
  expect(`${result.stdout}${result.stderr}`).not.toContain('sk-')
})

test('a dry run and another plan change nothing', async () => {
  const file = MAIN.replace('gpt-4o', 'gpt-4o, o3')
  const [row] = Object(await rowsOf(file))
  expect(await applied(file, '--dry-run')).toMatchObject({ code: 0 })
  expect(await applied(file, '--plan', '000000000000')).toMatchObject({ code: 1 })
  expect(await rowsOf(file)).toHaveLength(1)
  expect(await run(['apply', '-f', inFolder('gw.yaml')])).toMatchObject({ code: 2 })
  expect(await applied(file, '--plan', row.plan)).toMatchObject({ code: 0 })
})

describe('a bad file', () => {
  test('is refused with every fault and its place', async () => {
    const file = `version: 1
chanels: {}
options:
  RetryTimes: many
  NoSuch: 1
channels:
  a:
    kye: x
    key: sk-open-secret
    models: gpt-4o
    weight: [1]
  b:
    key: \${GW_NOT_SET}
    models: [a]
    base_url: nonsense
`
    const result = await run(['diff', '-f', written('bad.yaml', file)])
    expect(result.code).toBe(2)
    expect(result.stdout).toBe('')
    expect(result.stderr).not.toContain('sk-open')
    const places = [...result.stderr.matchAll(/bad\.yaml:(\d+):(\d+)/g)].map(([, line, column]) => {
      return `${line}:${column}`
    })
    expect(places.toSorted()).toEqual(
      ['2:1', '4:3', '5:3', '8:5', '9:5', '11:5', '13:5'].toSorted(),
    )
  })

  test('that the gateway refuses has changed nothing', async () => {
    const file = `version: 1
options: {RetryTimes: 9}
channels:
  fresh:
    key: \${GW_CHANNEL_MAIN_KEY}
    models: [a]
    group: [nobody]
  other: {models: [a]}
`
    const result = await applied(file)
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(/gw\.yaml:[47]:\d+: channels\.fresh/)
    expect(result.stderr).toMatch(/gw\.yaml:8:\d+: channels\.other/)
    expect(await run(['channel', 'show', 'fresh'])).toMatchObject({ code: 3 })
    expect(await shell.text(['option', 'get', 'RetryTimes'])).not.toContain('9')
  })

  test.each(['version: 2\n', 'a: [\n', 'a: 1\na: 2\n', '- 1\n'])('%j has a place', async (text) => {
    const result = await run(['diff', '-f', written('bad.yaml', text)])
    expect(result).toMatchObject({ code: 2, stderr: expect.stringMatching(/bad\.yaml:\d+:\d+: /) })
  })
})

test('several files are one, and a field stands in one of them only', async () => {
  const more = written('more.yaml', 'version: 1\nchannels: {main: {tag: t}}\n')
  const both = ['apply', '-f', written('gw.yaml', MAIN), '-f', more, '--yes']
  expect(await run(both)).toMatchObject({ code: 0 })
  expect(Object(await shell.json(['channel', 'show', 'main'])).tag).toBe('t')
  writeFileSync(more, 'version: 1\nchannels: {main: {models: [b]}}\n')
  const twice = await run(both)
  expect(twice.code).toBe(2)
  expect(twice.stderr).toMatch(/more\.yaml:2:\d+: channels\.main\.models/)
})

test('secrets come from files; where there is no keyring, it is said', async () => {
  const key = written('key.txt', 'sk-of-a-file-44444\n')
  const file = MAIN.replace(/\$.*/, `file:${key}`)
  expect(await shell.gw(['apply', '-f', '-', '--yes'], { input: file })).toMatchObject({ code: 0 })
  expect(await shell.gw(['diff', '-f', '-'], { input: file })).toMatchObject({ code: 0 })
  const ring = file.replace(/file:.*/, 'keyring:gw-test-of-nothing')
  const result = await shell.gw(['diff', '-f', '-'], { input: ring })
  expect(result.code).toBe(2)
  expect(result.stderr).toMatch(/stdin:4:5: .*keyring/)
})

test('pull -f brings a file up to date and keeps what people wrote in it', async () => {
  const file = `# Ours.
version: 1
channels:
  # The one that pays.
  main:
    key: \${MY_OWN_NAME} # in the vault
    models: [ gpt-4o ] # all
    weight: 7
    priority: 1
  gone: {key: "\${X}", models: [a]}
`
  await applied(`${MAIN}    priority: 6\n    tag: t\n`, '--force')
  const path = written('mine.yaml', file)
  chmodSync(path, 0o640)
  await shell.text(['pull', '-f', path])
  const text = readFileSync(path, 'utf8')
  expect(text).toStartWith('# Ours.\nversion: 1\nchannels:\n  # The one that pays.\n  main:\n')
  expect(text).toContain(`key: \${MY_OWN_NAME} # in the vault`)
  expect(text).toContain('models: [ gpt-4o ] # all')
  expect(text).toContain('weight: 7\n')
  expect(text).toContain('priority: 6\n')
  expect(text).toContain('tag: t\n')
  expect(text).not.toContain('gone')
  expect(text).not.toContain('options')
  expect(statSync(path).mode & 0o777).toBe(0o640)
})

test('pull says what it leaves out, and takes some sections only', async () => {
  for (const tag of ['1', '2']) {
    await run(['channel', 'add', 'twin', '--key', `sk-twin-${tag}`, '--models', 'a'])
  }
  const result = await run(['pull', '--only', 'channels,limits'])
  expect(result.stderr).toContain('channels/twin')
  expect(result.stdout).not.toContain('twin')
  expect(result.stdout).not.toContain('groups')
  expect(await run(['pull', '--only', 'planets'])).toMatchObject({ code: 2 })
  const file = 'version: 1\nchannels: {twin: {weight: 3}}\n'
  expect(await applied(file)).toMatchObject({ code: 2 })
})

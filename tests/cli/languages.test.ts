/** Everything that the command line says exists in both languages, and is said in the reader's. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commanderWords } from '../../cli/commander-words'
import { COMMANDS } from '../../cli/commands'
import { GROUPS } from '../../cli/help-text'
import { ZH } from '../../cli/texts/zh'
import { inEnglish, translatorIn, words } from '../../cli/words'
import { CONFIGURATION_ROWS } from '../../server/configuration-rows'
import { ROLE } from '../../server/domain/accounts/roles'
import {
  CHANNEL_STATUS,
  LOG_TYPE,
  NOTICE_STATE,
  REDEMPTION_STATUS,
  TOKEN_STATUS,
  USER_STATUS,
} from '../../server/domain/status'
import { openShell, type Shell } from './cli-fixture'

const CHINESE = /\p{Script=Han}/u
const ROOT = join(import.meta.dir, '..', '..', 'cli')
/** Of our own work, with its own dictionaries, or scripts for shells. */
const OTHERS = ['dev/', 'tui/', 'texts/', 'completion/']

interface Source {
  readonly path: string
  readonly text: string
}

const SOURCES: readonly Source[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !OTHERS.some((folder) => path.startsWith(folder)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** The pattern of a template as its tag makes it. */
function patternOf(template: string): string {
  let place = 0
  let pattern = ''
  for (let at = 0; at < template.length; at += 1) {
    if (template.startsWith('${', at)) {
      let depth = 1
      for (at += 2; depth > 0 && at < template.length; at += 1)
        depth += { '{': 1, '}': -1 }[template[at] ?? ''] ?? 0
      at -= 1
      pattern += `{${place}}`
      place += 1
    } else pattern += template[at]
  }
  return pattern
}

function found(expression: RegExp): readonly string[] {
  return SOURCES.flatMap(({ text }) => [...text.matchAll(expression)].map((hit) => hit[1] ?? ''))
}

const QUOTED = String.raw`(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")`

function quoted(before: string): readonly string[] {
  return SOURCES.flatMap(({ text }) =>
    [...text.matchAll(new RegExp(before + QUOTED, 'g'))].map((hit) => hit[1] ?? hit[2] ?? ''),
  )
}

const texts = {
  'of commands': COMMANDS.flatMap(({ summary, args, flags }) => [
    summary,
    ...args.map((row) => row.summary),
    ...Object.values(flags).map((row) => row.summary),
  ]),
  'of nouns': Object.values(GROUPS),
  'of variables': CONFIGURATION_ROWS.map(({ meaning }) => meaning),
  'of tables': quoted(String.raw`\btitle: `),
  'with places': found(/\bwords`((?:[^`\\]|\\.)*)`/g).map(patternOf),
  'of refusals': [
    ...quoted(String.raw`\bUsageError\(\s*`),
    ...quoted(String.raw`\bCommandFailure\(\s*'[\w.]+',\s*`),
  ],
  // The server's `translate` begins with the language.
  'of remarks': quoted(
    String.raw`\b(?:note|warn|translate(?:Words)?|progress)\(\s*(?!'(?:en|zh)')`,
  ),
  'of states': [
    ...[CHANNEL_STATUS, TOKEN_STATUS, REDEMPTION_STATUS, USER_STATUS, LOG_TYPE, NOTICE_STATE, ROLE],
  ].flatMap((states) => Object.keys(states)),
  'of questions': quoted(String.raw`\bconfirm\([^'"\x60]*?,\s*`),
} as const

/** The parts of the parser's own help, and names that are the same everywhere. */
const SAME = new Set(['ID', 'IP', 'id', 'TOKENS', 'bash, zsh or fish'])

describe('a text', () => {
  test.each(Object.entries(texts))('%s has its Chinese', (_, all) => {
    expect(all.length).toBeGreaterThan(1)
    const missing = all.filter((text) => text !== '' && !Object.hasOwn(ZH, text))
    expect(missing.filter((text) => !isOfJobs(text))).toEqual([])
  })

  test('in Chinese has the places of the English one, and is Chinese', () => {
    for (const [english, chinese] of Object.entries(ZH)) {
      const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(String).sort()
      expect([english, places(chinese)]).toEqual([english, places(english)])
      const isPlain = !/[a-z]{3}/i.test(english.replaceAll(/\{\d\}|proxy, .*/g, ''))
      if (!isPlain && !SAME.has(english)) expect(`${english} ${chinese}`).toMatch(CHINESE)
    }
  })

  test('with places is never a plain template, which no dictionary could know', () => {
    const plain = found(/\b((?:UsageError|note|warn|progress|confirm)\((?:[^'"`\n]*, )?`)/g)
    expect(plain).toEqual([])
    expect(found(/\b(CommandFailure\(\s*'[\w.]+',\s*`)/g)).toEqual([])
  })
})

/** Names of jobs stand where a summary does. */
function isOfJobs(text: string): boolean {
  return COMMANDS.some(({ args }) => args.some((row) => row.choices?.join(', ') === text))
}

test('values stand where their places are, and texts among them are told as well', async () => {
  const translate = await translatorIn('zh')
  const said = words`--filter ${'price'}${'>'} needs ${words`a number`}`
  expect(inEnglish(said)).toBe('--filter price> needs a number')
  expect(translate(said)).toBe('--filter price> 需要数字')
  // What somebody has typed is no text of ours.
  expect(translate(words`${'yes'}: ${'no'}`)).toBe('yes：no')
})

test('what the parser refuses with is told in Chinese', async () => {
  const translate = await translatorIn('zh')
  const said = (message: string) => translate(commanderWords(`error: ${message}`))
  expect(said("missing required argument 'channel'")).toBe('缺少参数 channel')
  expect(said("option '--limit <N>' argument missing")).toBe('选项 --limit <N> 缺少值')
  expect(said("required option '--model <TEXT>' not specified")).toBe(
    '缺少必填的选项 --model <TEXT>',
  )
  expect(said("too many arguments for 'list'. Expected 0 arguments but got 1: x.")).toBe(
    '参数过多：给了 1 个，应为 0 个（x）',
  )
  const invalid = "option '--lang <L>' argument 'fr' is invalid. Allowed choices are zh, en."
  expect(said(invalid)).toBe('选项 --lang <L> 的值“fr”无效，可选：zh, en')
  expect(said("unknown option '--a'\n(Did you mean one of --ab, --ac?)")).toBe(
    '没有“--a”这个选项（是否想写 --ab, --ac？）',
  )
})

describe('gw --lang zh', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = openShell()
    const channels = [{ name: 'enabled', models: 'm', key: 'k', base_url: 'http://127.0.0.1:9' }]
    await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ channels }) })
  })
  afterAll(() => shell.remove())

  const english = /\b(?:Usage|Options|Commands|Arguments|Examples|Units|Variables|choices)\b/

  test.each([[['--help']], [['channel', '--help']], [['token', 'create', '--help']]])(
    'helps with %j',
    async (args) => {
      const text = await shell.text(['--lang', 'zh', ...args])
      const lines = text.split('\n').filter((line) => !line.trim().startsWith('$'))
      expect(lines.filter((line) => english.test(line))).toEqual([])
      expect(text).toContain('用法：')
      const told = lines.filter((line) => /^ +(?:-|[a-z])\S.* {2}\S/.test(line))
      expect(told.length).toBeGreaterThan(5)
      expect(told.filter((line) => !CHINESE.test(line))).toEqual([])
    },
  )

  test.each([
    [{ GW_LANG: 'zh' }, '用法：'],
    [{ LC_ALL: '', LANG: 'zh_CN.UTF-8' }, '用法：'],
    [{ GW_LANG: 'en', LANG: 'zh_CN.UTF-8' }, 'Usage:'],
    [{ LANG: 'C.UTF-8' }, 'Usage:'],
  ])('follows %j', async (env, wanted) => {
    expect(await shell.text(['serve', '--help'], { env })).toContain(wanted)
  })

  test('has headings and states in tables, and names as they are', async () => {
    const table = await shell.text(['--lang', 'zh', 'channel', 'list'])
    const [head = '', row = ''] = table.split('\n')
    expect(head).toMatch(/^ID +名称 +类型 +状态 +分组 +优先级 +权重/)
    expect(row).toMatch(/^ ?1 +enabled +OpenAI +已启用 +default/)
    const english = ['--lang', 'zh', 'channel', 'list', '--quiet', '--filter']
    expect(await shell.text([...english, 'status=enabled'])).toBe('1')
    expect(await shell.text([...english, 'status=已启用'])).toBe('1')
  })

  test('calls channel types by their Chinese names', async () => {
    expect(await shell.text(['--lang', 'zh', 'channel', 'types', '15'])).toContain('文心')
    const key = JSON.stringify({ channels: [{ name: 'b', type: 15, models: 'm', key: 'a|b' }] })
    await shell.text(['import', '-', '--quiet'], { input: key })
    const list = ['channel', 'list', '--search', 'b']
    expect(await shell.text(['--lang', 'zh', ...list])).toContain('文心')
    expect(await shell.text(list)).not.toMatch(CHINESE)
  })

  test('prints the same for programs', async () => {
    for (const args of [
      ['channel', 'list'],
      ['option', 'get', 'RetryTimes'],
    ]) {
      expect(await shell.json(['--lang', 'zh', ...args])).toEqual(await shell.json(args))
    }
    await shell.text(['option', 'set', 'SystemName', 'enabled'])
    expect(await shell.text(['--lang', 'zh', 'option', 'get', 'SystemName'])).toBe('enabled')
  })

  test.each([
    [['chanel', 'list'], '错误：没有“chanel”这个命令（是否想写 channel？）'],
    [['channel', 'list', '--serch', 'x'], '错误：没有“--serch”这个选项（是否想写 --search？）'],
    [['channel', 'delete', 'enabled'], '错误：永久删除渠道 enabled？确定请加 --yes'],
    [['channel'], '错误：缺少命令'],
  ])('refuses %j', async (args, wanted) => {
    const { code, stderr } = await shell.gw(['--lang', 'zh', ...args])
    expect({ code, stderr: stderr.trim().split('\n').at(-1) }).toEqual({ code: 2, stderr: wanted })
  })

  test('refuses a variable that has no meaning', async () => {
    const env = { PORT: 'x', GW_LANG: 'zh' }
    const { code, stderr } = await shell.gw(['serve'], { env })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '错误：PORT 必须是 0 到 65535 之间的整数\n',
    })
  })

  test('completes with Chinese words beside the commands', async () => {
    const script = await shell.text(['--lang', 'zh', 'completion', 'fish'])
    expect(script).toContain("-a 'create' -d '创建令牌；密钥仅显示这一次'")
  })
})

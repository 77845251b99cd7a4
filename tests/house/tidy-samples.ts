/** For each house rule sources that break it, and sources close to them that do not. */
import { CIRCLE_SAMPLES } from './circle-samples'
import { FIXTURE_SAMPLES } from './fixture-samples'
import type { Files, Sample } from './tidy-sample'
import { VENDOR_SAMPLES } from './vendor-samples'

const lines = (count: number, line = 'run()'): string => `${line}\n`.repeat(count)

/** A file below server/ that imports this. */
const server = (text: string): Files => ({ 'server/serve.ts': text })
const domain = { 'server/domain/a.ts': 'export const a = 1' }
const relay = { 'server/relay/b.ts': '' }

const importSamples: Readonly<Record<string, Sample>> = {
  'parts import only what the tree of parts allows': {
    bad: [
      { ...relay, 'server/domain/a.ts': "import { b } from '../relay/b'" },
      { ...domain, 'server/relay/b.ts': "import '../services/s'", 'server/services/s.ts': '' },
      { ...relay, 'server/services/s.ts': "import type { B } from '../relay/b'" },
      { 'db/open.ts': '', 'server/relay/b.ts': "const db = await import('../../db/open')" },
      { 'db/open.ts': '', 'web/main.tsx': "export { db } from '../db/open'" },
      { 'server/serve.ts': '', 'server/http/app.ts': "import { start } from '../serve'" },
      { 'server/serve.ts': '', 'cli/commands/user/list.ts': "import '../../../server/serve'" },
      { ...domain, 'tests/support/upstream.ts': "import '../../server/domain/a'" },
      { 'server/log.ts': "import './elsewhere/x'", 'server/elsewhere/x.ts': '' },
    ],
    good: {
      ...domain,
      'db/open.ts': "import { a } from '../server/domain/a'",
      'server/relay/ports/ports.ts': "import type { A } from '../domain/a'",
      'server/services/s.ts': "import type { P } from '../relay/ports'\nimport '../../db/open'",
      'server/serve.ts': "import './services/s'\nimport '../db/open'",
      'cli/commands/serve.ts': "import '../../server/serve'",
      'tests/x.test.ts': "import '../cli/commands/serve'",
    },
  },
  'fenced packages are imported behind their fence only': {
    bad: [
      server("import { Lucia } from 'lucia'"),
      server("import { Database } from 'bun:sqlite'"),
      { 'cli/command/command.ts': "import { Command } from 'commander'" },
      server("import { Agent } from 'undici/index.js'"),
      { 'server/relay/net/undici-agents.ts': "import { Agent } from 'undici'" },
      { 'server/services/s.ts': "import { Elysia } from 'elysia'" },
      server("const count = await import('gpt-tokenizer/encoding/o200k_base')"),
      { 'server/services/s.ts': "import { sql } from 'kysely'" },
      { 'server/relay/b.ts': "import type { Kysely } from 'kysely'" },
    ],
    good: {
      'server/services/session.ts': "import { Lucia } from 'lucia'",
      'db/open.ts': "import { Database } from 'bun:sqlite'\nimport { sql } from 'kysely'",
      'server/relay/net/undici-agents.ts': "import { Agent } from 'undici/index.js'",
      'server/services/s.ts': "import type { Kysely } from 'kysely'",
      'server/http/app.ts': "import { Elysia } from 'elysia'",
    },
  },
  'nobody imports the undici that is only a stub': {
    bad: [{ 'tests/a.test.ts': "import { request } from 'undici'" }],
    good: { 'tests/a.test.ts': "import { request } from 'undici/index.js'" },
  },
  'the product imports no package meant for development': {
    bad: [
      server("import OpenAI from 'openai'"),
      server("import { x } from '@pydantic/genai-prices'"),
    ],
    good: server("import 'kysely/migration'\nimport 'node:fs'\nimport type { X } from 'openai'"),
    goodFacts: { dependencies: ['kysely'] },
  },
  'every import of ours leads to a file': {
    bad: [server("import './gone'"), server("const x = import('./domain/gone')")],
    good: { ...server("import './domain'\nimport './logo.svg'"), 'server/domain/index.ts': '' },
  },
  'every file of the product is imported by the product': {
    bad: [
      { 'server/domain/a.ts': '', 'tests/a.test.ts': "import '../server/domain/a'" },
      { 'db/a.ts': "import './a'" },
    ],
    good: { 'cli/main.ts': "const a = import('./a')", 'cli/a.ts': '', 'cli/dev/run.mjs': '' },
  },
  'every file that supports tests is imported by one': {
    bad: [{ 'tests/support/a.ts': '' }],
    good: {
      'tests/a.test.ts': "import './support/a'\nspawn(join(here, 'worker.ts'))",
      'tests/support/a.ts': '',
      'tests/worker.ts': '',
    },
  },
  'every exported value is used in another file': {
    bad: [
      {
        'db/a.ts': 'export const lonely = 1\nlonely + 1',
        'db/b.ts': "// lonely\nconst x = 'lonely'",
      },
      { 'db/a.ts': 'export async function lonely() {}' },
    ],
    good: {
      'db/a.ts': 'export const liked = 1',
      'db/b.ts': 'liked + 1',
      'server/domain/c.ts': 'export const later = 1',
    },
  },
}

const sizeSamples: Readonly<Record<string, Sample>> = {
  'no file is longer than 400 lines': {
    bad: [server(lines(401)), { 'tests/a.test.ts': lines(500) }],
    good: { 'server/serve.ts': lines(400), 'server/domain/prices/catalogue.ts': lines(900) },
  },
  'no function is longer than 70 lines': {
    bad: [
      server(`function long() {\n${lines(69)}}`),
      server(`const long = async (a: number): Promise<{ a: string }> => {\n${lines(69)}}`),
      server(`class A {\n  #long(a: A): asserts a is B {\n${lines(69)}}\n}`),
      server(`run(function* <T>(a: T) {\n${lines(69)}})`),
      server(`list.map((a) => ({\n${lines(69, 'a: 1,')}}))`),
      server(`list.map(a => {\n${lines(69)}})`),
      { 'tests/a.test.ts': `function long() {\n${lines(69)}}` },
      { 'tests/b.test.ts': `list.map((open) => {\n${lines(69)}})` },
    ],
    good: {
      'server/serve.ts': [
        `function exact() {\n${lines(68)}}`,
        `const table = {\n${lines(90, 'a: 1,')}}`,
        `function short(): number {\nreturn 1\n}\nclass A extends B {\n${lines(90, 'a = 1')}}`,
        `if (x) {\n${lines(90)}}`,
        `const text = \`function x() {\n${lines(90)}}\``,
      ].join('\n'),
      'tests/a.test.ts': [
        `describe('x', () => {\n${lines(90)}})`,
        `onEveryEngine('x', (open) => {\n  test('y', run)\n${lines(90)}})`,
      ].join('\n'),
    },
  },
  'no function takes more than three parameters': {
    bad: [
      server('function f(a: A, b: B, c: C, d: D) {}'),
      server('const f = (a: A, b: B, c: C, { d, e }: D): void => {}'),
      server('class A {\n  constructor(a: A, b: B, c: C, d: D,) {}\n}'),
    ],
    good: server('function f(a: Map<A, B>, { b, c }: { b: B, c: C }, d: (x: X, y: Y) => Z) {}'),
  },
  'no file or folder has a name that says nothing': {
    bad: [
      { 'server/utils.ts': '' },
      { 'server/domain/string-helper.ts': '' },
      { 'web/common/Button.tsx': '' },
      { 'web/TableManager.tsx': '' },
      { 'tests/support/misc.ts': '' },
    ],
    good: {
      'server/domain/uncommon.ts': '',
      'db/metadata.ts': '',
      'web/utility-bill.ts': '',
    },
  },
  'no function has a name that says nothing': {
    bad: [
      server('function getData() {}'),
      server('const userInfo = async () => {}'),
      server('const handleClick = (event: Click): void => {}'),
      server('export function channelHelpers() {}'),
    ],
    good: server("function readDataUrl() {}\nfunction handle() {}\nconst data = read('x')"),
  },
  'files are named in kebab-case, components in PascalCase': {
    bad: [
      { 'server/relayCall.ts': '' },
      { 'server/Domain/quota.ts': '' },
      { 'server/Quota.ts': '' },
      { 'web/resource_table.tsx': '' },
    ],
    good: {
      'web/ResourceTable.tsx': '',
      'db/migrations/0001-baseline.ts': '',
      'tests/a-b.test.ts': '',
      'web/vite.config.ts': '',
    },
  },
}

const textSamples: Readonly<Record<string, Sample>> = {
  'no line is longer than 100 columns': {
    bad: [server(`const a = '${'x'.repeat(90)}'`)],
    good: server(`${'x'.repeat(100)}\n// see https://example.com/${'x'.repeat(100)}`),
  },
  'SQL is written in db/ only': {
    bad: [
      server("run('SELECT id FROM users')"),
      server('run(`insert into logs values (1)`)'),
      server("run('update users set quota = 1')"),
      server("run('delete from logs')"),
      server('sql`x`.execute(db)'),
      server("db.selectFrom('users')"),
    ],
    good: {
      'db/tables/users.ts': "db.selectFrom('users')",
      'server/serve.ts': "// select a channel from the list\nconst a = 'update the settings'",
    },
  },
  'no value is cast to any or through unknown': {
    bad: [server('const a = b as any'), server('const a = b as\n  unknown as C')],
    good: server("const a = b as unknown // as any\nconst c = 'as any'"),
  },
  'no type error is silenced': {
    bad: [server('// @ts-ignore\na()'), { 'tests/a.test.ts': '/* @ts-expect-error later */' }],
    good: server("const a = '@ts-ignore'"),
  },
  'a lint rule is only switched off with a reason': {
    bad: [
      server('// biome-ignore lint/style/useConst'),
      server('// biome-ignore lint/style/useConst: <explanation>'),
      server('// biome-ignore lint/style/useConst: ok'),
    ],
    good: server('// biome-ignore lint/style/useConst: the compiler needs a let here'),
  },
  'only the output module writes to the console': {
    bad: [server("console.log('x')"), server('console\n  .error(1)')],
    good: {
      'cli/output/output.ts': 'console.log(1)',
      'cli/dev/build.ts': 'console.error(1)',
      'server/serve.ts': '// console.log\nrow.console.status',
    },
  },
  'only the main module ends the process': {
    bad: [server('process.exit(1)')],
    good: { 'cli/main.ts': 'process.exit(1)', 'server/serve.ts': 'process.exitCode = 1' },
  },
  'a TODO names its issue': {
    bad: [server('// TODO later'), server('/* FIXME: broken */'), server('// XXX')],
    good: server("// TODO #12 later\n// TODO (#3)\nconst a = 'TODO'"),
  },
  'time is read through the clock': {
    bad: [server('const a = Date.now()'), server('const a = new Date()'), server('read(Date.now)')],
    good: { 'server/clock.ts': 'Date.now()', 'server/serve.ts': 'new Date(nowMs)\n// Date.now()' },
  },
  'chance comes from the random port': {
    bad: [server('const a = Math.random()')],
    good: { 'server/random.ts': 'Math.random()', 'server/serve.ts': 'random.next()' },
  },
  'only the named clients call fetch': {
    bad: [server('await fetch(url)'), server('globalThis.fetch(url)'), server('f = Bun.fetch')],
    good: {
      'web/api/client.ts': 'fetch(url)',
      'server/serve.ts': "app.fetch(request)\nprefetch(url)\nconst a = 'fetch(url)'",
    },
  },
  'protocols and operations are told apart by their rows, not by their names': {
    bad: [{ 'server/http/relay/a.ts': "const a = protocol === 'claude'" }],
    good: { 'server/relay/a.ts': "const a = url.protocol === 'https:' && ROWS[protocol].mark" },
  },
  'no comment is a banner': {
    bad: [server('// -----------'), server('/* ===== parts ===== */')],
    good: server('// a -- b\n/** Doc. */\nconst a = b * --c'),
  },
  'no test is skipped, alone or still to be written': {
    bad: [
      { 'tests/a.test.ts': "test.skip('x', run)" },
      { 'tests/a.test.ts': "describe.only('x', run)" },
      { 'tests/a.test.ts': "test.todo('x')" },
    ],
    good: { 'tests/a.test.ts': "test('test.skip is forbidden', run)\ntest.each([1])" },
  },
  'no test passes whatever happens': {
    bad: [{ 'tests/a.test.ts': 'expect(true).toBe(true)' }],
    good: { 'tests/a.test.ts': 'expect(truth).toBe(true)' },
  },
  "every thread's program is in the binary": {
    bad: [{ 'server/b.ts': "threadEntry('server/b-thread.ts')" }],
    good: {
      'cli/dev/release/compile.ts': "const THREADS = ['server/b-thread.ts']",
      'server/b.ts': "threadEntry('server/b-thread.ts')",
    },
  },
  'no test sleeps': {
    bad: [
      { 'tests/a.test.ts': 'await Bun.sleep(10)' },
      { 'tests/a.test.ts': 'new Promise((r) => setTimeout(r, 10))' },
    ],
    good: {
      'tests/support/wait-until.ts': 'await Bun.sleep(5)',
      'tests/a.test.ts': 'setImmediate(r)',
    },
  },
}

const MIGRATION = { 'db/migrations/0001-first.ts': 'up()' }
const CHECKSUM = 'd8e1ddccdafe04cbee3400d105c12920380c5ef04d6b8551e468794c755eb783'

const registrySamples: Readonly<Record<string, Sample>> = {
  'no file only passes exports on': {
    bad: [
      { 'server/services/index.ts': 'const a = 1' },
      { 'db/all.ts': "export * from './open'", 'db/open.ts': '' },
      { 'db/all.ts': "export { a } from './open'\nexport type { B } from './open'\n" },
    ],
    good: {
      'db/open.ts': "export { a } from './a'\nexport const b = 1",
      'db/migrations/index.ts': "import { a } from './0001-a'\nexport const MIGRATIONS = [a]",
    },
  },
  'every member of a registry is in its list': {
    bad: [
      { 'db/migrations/index.ts': "import './0001-a'", 'db/migrations/0002-b.ts': '' },
      { 'cli/commands/index.ts': '', 'cli/commands/user/list.ts': '' },
    ],
    good: {
      'cli/commands/index.ts': "import { list } from './user/list'",
      'cli/commands/user/list.ts': "import { columns } from './columns'",
      'cli/commands/user/columns.ts': '',
    },
  },
  'every error id is in use, or waits for its feature and is not': {
    bad: [],
    badFacts: [
      { files: server("// 'other.id'"), facts: { errorIds: ['quota.short'] } },
      {
        files: server("throw new GatewayError('quota.short')"),
        facts: { errorIds: ['quota.short'], waitingErrorIds: ['quota.short'] },
      },
      { files: {}, facts: { waitingErrorIds: ['never.was'] } },
      {
        files: { 'server/domain/errors/catalogue.ts': "{ 'quota.short': row }" },
        facts: { errorIds: ['quota.short'] },
      },
    ],
    good: server("throw new GatewayError('quota.short')"),
    goodFacts: { errorIds: ['quota.short', 'shop.shut'], waitingErrorIds: ['shop.shut'] },
  },
  'every text exists in every language and takes the same values': {
    bad: [],
    badFacts: [
      { files: {}, facts: { dictionaries: { zh: { a: '甲' }, en: {} } } },
      { files: {}, facts: { dictionaries: { zh: { a: '甲' }, en: { a: ' ' } } } },
      { files: {}, facts: { dictionaries: { zh: { a: '甲 {{n}}' }, en: { a: 'A' } } } },
    ],
    good: {},
    goodFacts: {
      dictionaries: { zh: { a: '{{n}} 于 {{m}}' }, en: { a: '{{m}} of {{n}}' } },
    },
  },
  'no file defines a text that another defines': {
    bad: [
      {
        'server/domain/i18n/en/errors.ts': "  'limit.spent': 'Limit spent',\n",
        'server/domain/i18n/en/limits.ts': "  'limit.spent': 'Spent limits',\n",
      },
    ],
    good: {
      'server/domain/i18n/en/errors.ts': "  'limit.spent': 'Limit spent',\n",
      'server/domain/i18n/zh/errors.ts': "  'limit.spent': '限额已用完',\n",
    },
  },
  'no migration is edited, renamed or left out once it is listed': {
    bad: [MIGRATION, { 'db/migrations/0002-second.ts': '' }],
    badFacts: [
      { files: MIGRATION, facts: { migrationChecksums: { '0001-first.ts': 'other' } } },
      { files: {}, facts: { migrationChecksums: { '0001-first.ts': CHECKSUM } } },
    ],
    good: MIGRATION,
    goodFacts: { migrationChecksums: { '0001-first.ts': CHECKSUM } },
  },
  'every dialect has fixtures and every channel type a dialect': {
    bad: [],
    badFacts: [
      { files: {}, facts: { dialects: ['openai'], fixtures: ['tests/fixtures/open/a.sse'] } },
      { files: {}, facts: { channelTypes: [{ id: 9, name: 'Ernie', dialect: 'ernie' }] } },
    ],
    good: {},
    goodFacts: {
      dialects: ['openai'],
      fixtures: ['tests/fixtures/openai/a.sse'],
      channelTypes: [
        { id: 1, name: 'OpenAI', dialect: 'openai' },
        { id: 2, name: 'Drawings', dialect: 'not-yet' },
      ],
    },
  },
  'the root folder holds only what the design card allows': {
    bad: [],
    badFacts: [
      { files: {}, facts: { topLevel: ['scripts'] } },
      { files: {}, facts: { topLevel: ['Dockerfile'] } },
    ],
    good: {},
    goodFacts: { topLevel: ['server', '.ci', 'README.md'] },
  },
}

export const SAMPLES: Readonly<Record<string, Sample>> = {
  ...importSamples,
  ...CIRCLE_SAMPLES,
  ...sizeSamples,
  ...textSamples,
  ...registrySamples,
  ...FIXTURE_SAMPLES,
  ...VENDOR_SAMPLES,
}

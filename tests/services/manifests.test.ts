/** What a manifest makes of a gateway, on both engines. */
import { expect, test } from 'bun:test'
import { newFile } from '../../cli/manifest/pulled-file'
import { readYaml } from '../../cli/manifest/yaml-file'
import type { Db } from '../../db/db'
import { messageOf } from '../../server/domain/errors/message'
import type { ConflictRule } from '../../server/domain/manifest/plan'
import { readManifest } from '../../server/domain/manifest/read-manifest'
import { resolvedTree } from '../../server/domain/manifest/references'
import { SECTION_NAMES } from '../../server/domain/manifest/section'
import { secureRandom } from '../../server/random'
import { createServices, type Services } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { onEveryEngine, openFreshSqlite } from '../db/engines'
import { tempDir } from '../support/temp-dir'
import { randomTree, SECRET, type Tree } from './random-manifest'
import { OPERATOR } from './services-fixture'

interface Site extends Services {
  readonly clock: { ms: number }
}

function siteOn(db: Db): Site {
  const clock = { ms: 1_700_000_000_000 }
  const sealer = openSealer({ dataDir: tempDir('manifests').path, envKey: 'a key for tests only' })
  const deps = { db, sealer, clock: { nowMs: () => clock.ms }, random: secureRandom }
  return { ...createServices(deps), clock }
}

interface Wish {
  readonly prune?: boolean
  readonly conflicts?: ConflictRule
}

function inputOf(tree: Tree, { prune = false, conflicts = 'refuse' }: Wish = {}) {
  const { manifest, faults } = readManifest({ version: 1, ...tree })
  expect(faults.map(({ path, error }) => [path.join('.'), messageOf(error, 'en')])).toEqual([])
  return { manifest, hidden: new Set<string>(), prune, conflicts }
}

async function planned({ manifests }: Site, tree: Tree, wish?: Wish) {
  return await manifests.plan(OPERATOR, inputOf(tree, wish))
}

async function applied(site: Site, tree: Tree, wish?: Wish) {
  const { id: plan } = await planned(site, tree, wish)
  site.clock.ms += 1000
  const input = { ...inputOf(tree, wish), plan, dryRun: false }
  return await site.manifests.apply(OPERATOR, input)
}

/** As the file says it that `gw pull` would write, with the same text for every secret. */
async function pulledTree({ manifests }: Site): Promise<Tree> {
  const asked = { sections: SECTION_NAMES, named: new Map() }
  const { tree } = readYaml('gw.yaml', newFile(await manifests.pull(OPERATOR, asked)))
  return Object(resolvedTree(tree, () => SECRET))
}

/** A section, its items, the next ones, and the fields that these change. */
const CHANGES = [
  [
    'groups',
    { pro: { ratio: 0.5 } },
    { pro: { ratio: 0.4, offered_as: 'Pros' } },
    ['offered_as', 'ratio'],
  ],
  ['roles', { a: { scopes: ['log:read'] } }, { a: { scopes: ['log:write'] } }, ['scopes']],
  ['options', { RetryTimes: 4 }, { RetryTimes: 5 }, ['value']],
  ['options', { SensitiveWords: ['a', 'b'] }, { SensitiveWords: ['b'] }, ['value']],
  ['options', { SMTPToken: 'one' }, { SMTPToken: 'two' }, ['value']],
  [
    'prices',
    { mine: { prompt: 1, completion: 2 } },
    { mine: { call: 0.1 } },
    ['call', 'completion', 'prompt'],
  ],
  [
    'prices',
    { 'gpt-4o': { prompt: 1 } },
    { 'gpt-4o': { prompt: 2, cache_read: 1 } },
    ['cache_read', 'prompt'],
  ],
  ['routes', { a: { fallbacks: ['b'] } }, { a: { fallbacks: ['c', 'd'] } }, ['fallbacks']],
  [
    'limits',
    { 'group/vip': { concurrency: 4 } },
    { 'group/vip': { budget_per_day: 2 } },
    ['budget_per_day', 'concurrency'],
  ],
  [
    'alerts',
    { dear: { measure: 'spend_per_hour', threshold: 30 } },
    { dear: { measure: 'spend_per_hour', threshold: 20.5, severity: 'critical' } },
    ['severity', 'threshold'],
  ],
  [
    'alerts',
    { channel_failing: { threshold: 60 } },
    { channel_failing: { threshold: 70, notify: true } },
    ['notify', 'threshold'],
  ],
  [
    'channels',
    { c: { key: 'sk-1', models: ['a'], enabled: false, tag: 'x' } },
    { c: { key: ['sk-1', 'sk-2'], models: ['a'], priority: 3, setting: { cost_ratio: 2 } } },
    ['enabled', 'key', 'key_mode', 'priority', 'setting', 'tag'],
  ],
] as const

onEveryEngine('a manifest', (open) => {
  test('makes items of every section, changes them and prunes them', async () => {
    const site = siteOn(await open())
    const before = await pulledTree(site)
    for (const [section, first, next, fields] of CHANGES) {
      const [one, other, none] = [{ [section]: first }, { [section]: next }, { [section]: {} }]
      expect(await applied(site, one)).toMatchObject({ outcome: 'applied', faults: [] })
      expect(await planned(site, one)).toMatchObject({ rows: [], differs: false })
      const { rows } = await planned(site, other)
      expect(rows.map(({ field }) => field).toSorted()).toEqual(fields.toSorted())
      expect(await applied(site, other)).toMatchObject({ outcome: 'applied', faults: [] })
      expect(await planned(site, other)).toMatchObject({ rows: [], differs: false })
      expect(await planned(site, none)).toMatchObject({ rows: [], left: 1 })
      expect(await applied(site, none, { prune: true })).toMatchObject({ outcome: 'applied' })
      expect(await planned(site, none, { prune: true })).toMatchObject({ rows: [], left: 0 })
      expect(await pulledTree(site)).toEqual(before)
    }
  })

  test('is not applied to a gateway that was changed since the plan', async () => {
    const site = siteOn(await open())
    const wish = inputOf({ options: { RetryTimes: 4 } })
    const { id: plan } = await site.manifests.plan(OPERATOR, wish)
    await site.options.set(OPERATOR, { key: 'RetryTimes', value: '6' })
    const result = await site.manifests.apply(OPERATOR, { ...wish, plan, dryRun: false })
    expect(result).toMatchObject({ outcome: 'changed', plan: { rows: [{ before: '6' }] } })
    expect((await site.options.get('RetryTimes')).value).toBe('6')
  })

  test('that is refused in one place is told of all places, and does nothing', async () => {
    const site = siteOn(await open())
    const before = await pulledTree(site)
    const result = await applied(site, {
      options: { RetryTimes: 7, GitHubOAuthEnabled: true },
      groups: { pro: { ratio: 2 } },
      channels: { a: { key: 'sk-1', models: ['m'], group: ['nobody'] }, b: { models: ['m'] } },
    })
    expect(result.outcome).toBe('refused')
    expect(result.faults.map(({ path }) => path.join('.'))).toEqual([
      'options.GitHubOAuthEnabled',
      'channels.a',
      'channels.b.key',
    ])
    expect(await pulledTree(site)).toEqual(before)
  })

  test('knows what it applied under an earlier value of a default', async () => {
    const site = siteOn(await open())
    const wish = (more: Tree) => ({ channels: { c: { models: ['a'], ...more } } })
    await applied(site, wish({ key: 'sk-1', priority: 4, tag: 't' }))
    const { rows } = await planned(site, wish({ tag: 't' }))
    expect(rows).toMatchObject([{ field: 'priority', before: '4', after: '0', note: '' }])
  })
})

const SEEDS = [1, 2, 3, 4]

test('what a site has taken from the program is told, and taken on another site', async () => {
  const [here, there] = [siteOn(await openFreshSqlite()), siteOn(await openFreshSqlite())]
  await here.options.set(OPERATOR, { key: 'UserUsableGroups', value: '{}' })
  await here.options.set(OPERATOR, { key: 'GroupRatio', value: '{"default":1,"vip":1}' })
  const price = { cache_ratio: null }
  await here.prices.set(OPERATOR, { prices: [{ model: 'gpt-4o', price }] })
  await here.prices.set(OPERATOR, { prices: [{ model: 'o3', price: { model_ratio: null } }] })
  const pulled = await pulledTree(here)
  expect(pulled).toMatchObject({
    groups: { default: { offered_as: null }, vip: { offered_as: null }, svip: null },
    prices: { 'gpt-4o': { cache_read: null }, o3: null },
  })
  expect(await applied(there, pulled)).toMatchObject({ outcome: 'applied', faults: [] })
  expect(await pulledTree(there)).toEqual(pulled)
  const gpt = (await there.prices.list()).find(({ model }) => model === 'gpt-4o')
  expect(gpt?.price).not.toHaveProperty('cache_ratio')
})

onEveryEngine('any manifest', (open) => {
  test.each(SEEDS)('is there once it is applied, and pulled from there (seed %d)', async (seed) => {
    const site = siteOn(await open())
    const tree = randomTree(seed)
    expect(await applied(site, tree)).toMatchObject({ outcome: 'applied', faults: [] })
    expect(await planned(site, tree)).toMatchObject({ rows: [] })
    const copy = siteOn(await openFreshSqlite())
    const pulled = await pulledTree(site)
    expect(await applied(copy, pulled)).toMatchObject({ outcome: 'applied', faults: [] })
    expect(await pulledTree(copy)).toEqual(pulled)
    const next = randomTree(seed + 1000)
    expect(await applied(site, next, { prune: true })).toMatchObject({ outcome: 'applied' })
    expect(await planned(site, next, { prune: true })).toMatchObject({ rows: [], left: 0 })
  })
})

import { describe, expect, test } from 'bun:test'
import { canRelay } from '../../../server/domain/calls/model-calls'
import { OPERATIONS } from '../../../server/domain/calls/protocol'
import { CHANNEL_TYPES, channelTypeById } from '../../../server/domain/channel-types'
import { apiVariantsOf } from '../../../server/domain/channels/api-variants'
import { DEFAULT_PRICE_TABLES, priceFor } from '../../../server/domain/prices/lookup'

/** Named by the product's enumeration. */
const SPECIFIED = [
  1, 2, 5, 36, 4, 14, 33, 41, 3, 34, 39, 43, 15, 46, 17, 18, 16, 26, 24, 11, 45, 25, 19, 23, 31, 35,
  37, 38, 40, 42, 8, 22, 21, 44,
]
const ADDED_LATER = [6, 7, 9, 10, 12, 13, 20, 27, 47, 48, 49, 53, 56, 58, 60, 62, 63]
const OF_VIDEOS = [50, 51, 52, 54, 55]
/** The family and its forks have given out numbers up to some thousands. */
const OUR_OWN = 20_000
const NOT_YET: number[] = []

function typeById(id: number) {
  const row = channelTypeById(id)
  if (!row) throw new Error(`no type ${id}`)
  return row
}

function hasPrice(model: string): boolean {
  const tables = DEFAULT_PRICE_TABLES
  const query = { model, groupRatio: 1, tables, selfUse: false, acceptsUnset: false }
  return priceFor(query) !== undefined
}

describe('the list', () => {
  test('has every id once and no other', () => {
    const given = CHANNEL_TYPES.map(({ id }) => id)
    expect(new Set(given).size).toBe(given.length)
    const ids = given.filter((id) => id < OUR_OWN).sort((a, b) => a - b)
    expect(ids).toEqual([...SPECIFIED, ...ADDED_LATER, ...OF_VIDEOS].sort((a, b) => a - b))
  })

  test('never repeats a name', () => {
    const names = CHANNEL_TYPES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has no row for ids that were never given out', () => {
    expect([0, -1, 28, 29, 30, 32, 57, 1.5, Number.NaN].map(channelTypeById)).toEqual(
      Array(9).fill(undefined),
    )
  })

  test('says honestly which types cannot relay yet', () => {
    const ids = CHANNEL_TYPES.filter(({ dialect }) => dialect === 'not-yet').map(({ id }) => id)
    expect(ids.sort((a, b) => a - b)).toEqual(NOT_YET)
  })

  test('names who does the work of a type that answers no calls', () => {
    const silent = CHANNEL_TYPES.filter(({ dialect, jobs }) => dialect === 'jobs' && !jobs.length)
    expect(silent).toEqual([])
  })

  test('offers no dead reseller for new channels', () => {
    const hidden = CHANNEL_TYPES.filter(({ selectable }) => !selectable).map(({ id }) => id)
    expect(hidden).toEqual([11, 21, 6, 7, 9, 10, 12, 13])
  })

  test('names what to use instead of a type that is gone', () => {
    const gone = CHANNEL_TYPES.filter(({ dialect }) => dialect === 'retired')
    expect(gone.map(({ id, successor }) => [id, successor])).toEqual([
      [11, 24],
      [21, 22],
    ])
    for (const { successor } of gone) expect(canRelay(typeById(successor ?? 0))).toBe(true)
  })

  test('says where the keys of every vendor with a home of its own are made', () => {
    const homes = CHANNEL_TYPES.filter(
      (row) => row.selectable && canRelay(row) && row.baseUrl !== '',
    )
    // Its service rests, and its page is gone.
    const without = homes.filter(({ keyPage }) => keyPage === '').map(({ name }) => name)
    expect(without).toEqual(['Embedding: MokaAI M3E'])
  })

  test('begins the selector with OpenAI, as operators know it', () => {
    expect(CHANNEL_TYPES.slice(0, 6).map(({ id }) => id)).toEqual([1, 2, 5, 36, 4, 14])
  })
})

describe('addresses', () => {
  test('base URLs are whole, without a trailing slash', () => {
    for (const { name, baseUrl } of CHANNEL_TYPES) {
      if (baseUrl === '') continue
      const url = new URL(baseUrl)
      expect({ name, url: `${url.origin}${url.pathname.replace(/\/$/, '')}` }).toEqual({
        name,
        url: baseUrl,
      })
    }
  })

  test('paths start with a slash, except where the operator gives the whole address', () => {
    const wrong = CHANNEL_TYPES.filter(({ id }) => id !== 8).flatMap(({ name, paths }) =>
      OPERATIONS.map((operation) => paths[operation])
        .filter((path) => typeof path === 'string' && !path.startsWith('/'))
        .map((path) => `${name} ${path}`),
    )
    expect(wrong).toEqual([])
  })

  test('placeholders are ones the dialect fills in', () => {
    const used = CHANNEL_TYPES.flatMap((row) => apiVariantsOf(row)).flatMap(({ paths, headers }) =>
      [...Object.values(paths), ...Object.values(headers)].flatMap((text) =>
        [...(text ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      ),
    )
    expect([...new Set(used)].sort()).toEqual([
      'deployment',
      'key',
      'method',
      'model',
      'other',
      'project',
      'region',
      'version',
    ])
  })

  test('a type that uses `other` says what it means', () => {
    const silent = CHANNEL_TYPES.filter(
      ({ paths, headers, otherField }) =>
        otherField === '' && JSON.stringify({ paths, headers }).includes('{other}'),
    )
    expect(silent).toEqual([])
  })

  test('Azure has a version even when the operator gives none', () => {
    expect(typeById(3)).toMatchObject({
      auth: 'api-key-header',
      defaultOther: '2024-12-01-preview',
    })
  })

  test('Spark falls back to v2.1', () => {
    expect(typeById(18).defaultOther).toBe('v2.1')
  })

  test('embedding vendors do not offer chat', () => {
    expect([38, 44].map((id) => typeById(id).paths.chat)).toEqual([null, null])
  })
})

describe('keys and models', () => {
  test.each([
    [15, 'APIKey|SecretKey'],
    [18, 'APPID|APISecret|APIKey'],
    [22, 'APIKey-AppId'],
    [23, 'AppId|SecretId|SecretKey'],
    [33, 'AccessKey|SecretKey|Region'],
  ])('type %d tells how its key is composed', (id, hint) => {
    expect(typeById(id).keyHint.split(' / ')).toContain(hint)
  })

  test('no type lists a model twice', () => {
    const repeated = CHANNEL_TYPES.filter(({ models }) => new Set(models).size !== models.length)
    expect(repeated.map(({ name }) => name)).toEqual([])
  })

  test('models cannot break the comma list they are stored in', () => {
    const models = CHANNEL_TYPES.flatMap((row) => row.models)
    expect(models.filter((model) => /[,\s]/.test(model) || model === '')).toEqual([])
  })

  test.each([
    [1, ['gpt-5', 'gpt-4.1', 'o4-mini']],
    [14, ['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5']],
    [24, ['gemini-2.5-pro', 'gemini-2.5-flash']],
  ])('type %d offers current models, each with a price', (id, models) => {
    for (const model of models) {
      expect(typeById(id).models).toContain(model)
      expect(hasPrice(model)).toBe(true)
    }
  })

  test('no type offers a name that its vendor answers no more, nor advises one', () => {
    const wrong = CHANNEL_TYPES.flatMap(({ name, models, retired }) => [
      ...models.filter((model) => Object.hasOwn(retired, model)).map((model) => [name, model]),
      ...Object.values(retired)
        .filter((model) => model !== '' && !models.includes(model))
        .map((model) => [name, model]),
    ])
    expect(wrong).toEqual([])
  })

  test('regions are whole addresses, the usual one among them', () => {
    for (const { baseUrl, presets } of CHANNEL_TYPES.filter((row) => row.presets.length > 0)) {
      const urls = presets.map((preset) => preset.baseUrl)
      expect(urls).toContain(baseUrl)
      expect(new Set(urls).size).toBe(urls.length)
      expect(urls.filter((url) => !/^https:\/\/[^/]+(\/[^?]*[^/])?$/.test(url))).toEqual([])
    }
  })

  test('a type without an address of its own shows what one looks like', () => {
    const own = CHANNEL_TYPES.filter(({ addressHint }) => addressHint === 'own')
    expect(own.filter(({ baseUrl, examples }) => baseUrl !== '' || !examples.address)).toEqual([])
  })

  test('every Claude model offered has a price', () => {
    const unpriced = typeById(14).models.filter((m) => !hasPrice(m))
    expect(unpriced).toEqual([])
  })
})

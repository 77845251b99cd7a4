import { describe, expect, test } from 'bun:test'
import { isTextKey } from '../../server/domain/i18n/translate'
import { RESOURCES, type ResourceName } from '../../server/domain/resources'

const NAMES = Object.keys(RESOURCES) as ResourceName[]

describe.each(NAMES)('%s', (name) => {
  const { noun, columns, search, filters } = RESOURCES[name]

  test('is listed under its own noun', () => {
    expect<string>(noun).toBe(name)
  })

  test('has a title for every column', () => {
    const titles = Object.keys(columns).map((column) => `field.${noun}.${column}`)
    expect(titles.filter((title) => !isTextKey(title))).toEqual([])
  })

  test('shows something, and an ordinary user sees something too', () => {
    const seen = Object.values(columns).filter(({ shown, adminOnly }) => shown && !adminOnly)
    expect(seen.length).toBeGreaterThan(2)
  })

  test('searches and filters by distinct names', () => {
    expect(new Set(search).size).toBe(search.length)
    // What there is little of is found by its words alone.
    expect(Object.keys(filters).length + search.length).toBeGreaterThan(0)
  })
})

describe('secrets', () => {
  test('no list has a column for a key or a password', () => {
    const columns = NAMES.filter((name) => name !== 'option').flatMap((name) =>
      Object.keys(RESOURCES[name].columns),
    )
    expect(columns.filter((column) => /^(key|password|access_token)/.test(column))).toEqual([])
  })

  test('the log hides who and where from ordinary users', () => {
    const { columns } = RESOURCES.log
    expect([columns.channel.adminOnly, columns.username.adminOnly]).toEqual([true, true])
  })
})

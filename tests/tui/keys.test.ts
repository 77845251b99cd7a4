/** A letter means one thing, whatever screen it is pressed on. */
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FREE_KEYS } from '../../cli/runtime/own-commands'

const ROOT = join(import.meta.dir, '..', '..', 'cli', 'tui')

/** Deeds that are one in the mind of who presses the key. */
const ALIKE: Readonly<Record<string, string>> = {
  'ui.enable': 'ui.disable',
  'user.freeze': 'ui.disable',
  'user.unfreeze': 'ui.disable',
  'tui.switch': 'ui.disable',
  'nodes.drain': 'ui.disable',
  'nodes.resume': 'ui.disable',
  'user.remove': 'ui.remove',
  'live.end': 'ui.remove',
  'tui.reset_option': 'ui.remove',
  'user.demote': 'user.promote',
  'token.unfreeze': 'token.freeze',
  'redemption.show': 'token.show_key',
  'contact_point.test': 'channel.test_one',
  'notices.retry': 'job.retry',
  'notices.dismiss': 'ui.remove',
  'order.complete': 'user.add_quota',
  'order.ask': 'channel.test_one',
  'order.refund': 'job.refund',
  'plans.pause': 'ui.disable',
  'plans.continue': 'ui.disable',
  'plans.end_refund': 'ui.remove',
  'upstream_models.ignore': 'ui.disable',
  'upstream_models.again': 'ui.disable',
  'upstream_models.apply': 'user.add_quota',
  'upstream_models.walk': 'channel.test_all',
  // The tokens of a user, or the one that called.
  'tui.its_token': 'tui.its_tokens',
}

interface Meaning {
  readonly key: string
  readonly title: string
}

function texts(): readonly string[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('widgets/'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
}

function hotkeysIn(text: string): readonly Meaning[] {
  const found = text.matchAll(/\bhotkey: '(.)',\s+title: '(.+?)'/g)
  return [...found].map(([, key = '', title = '']) => ({ key, title }))
}

function hotkeys(): readonly Meaning[] {
  return texts().flatMap(hotkeysIn)
}

function meanings(): readonly Meaning[] {
  return texts().flatMap((text) => [
    ...[...text.matchAll(/\bkey: '(.+?)',\s+title: '(.+?)'/g)].map(([, key = '', title = '']) => ({
      key,
      title,
    })),
    ...hotkeysIn(text),
    ...[...text.matchAll(/\bbind\(\s*\[(.+?)\], '(.+?)'/g)].flatMap(([, keys = '', title = '']) =>
      keys.split(', ').map((key) => ({ key: key.slice(1, -1), title })),
    ),
  ])
}

test('no key of one letter has two meanings', () => {
  const letters = meanings().filter(({ key }) => key.length === 1)
  expect(letters.length).toBeGreaterThan(40)
  const byKey = Map.groupBy(letters, ({ key }) => key)
  const twofold = [...byKey].flatMap(([key, rows]) => {
    const titles = new Set(rows.map(({ title }) => ALIKE[title] ?? title))
    return titles.size === 1 ? [] : [`${key}: ${[...titles].join(', ')}`]
  })
  expect(twofold).toEqual([])
})

test('no key of ours is promised to commands that people write themselves', () => {
  expect(meanings().filter(({ key }) => FREE_KEYS.test(key))).toEqual([])
})

test('no screen has a digit as its key, which opens the first ten by their place', () => {
  expect(hotkeys().filter(({ key }) => /\d/.test(key))).toEqual([])
})

/** Names of models by who makes them. */
import { modelKind } from '../../../../server/domain/calls/model-calls'
import { newestFirst } from './newest-first'

/** As the list of known models has it. */
export interface KnownModel {
  readonly id: string
  /** Name of a channel type in lower case. */
  readonly owned_by: string
}

export interface ModelSection {
  /** Who makes them, in lower case; "" for names that tell nothing. */
  readonly maker: string
  readonly names: readonly string[]
}

/**
 * By what stands before the slash, or by who is at home in names that begin in this way: others
 * sell what is not their own. What does not talk is named by what it does: text-embedding-….
 */
export function makerFinder(known: readonly KnownModel[]): (model: string) => string {
  const owners = new Map(known.map(({ id, owned_by }) => [id, owned_by]))
  const plain = [...owners.keys()].filter((id) => !id.includes('/'))
  const makers = [...new Set(owners.values())].sort((a, b) => a.length - b.length)
  const families = [...Map.groupBy(newestFirst(plain), firstWord)].map(
    ([word, [newest = '']]) => [word, familyOf(word, owners.get(newest) ?? '', makers)] as const,
  )
  const byWord = new Map(families)
  return (model) => {
    const [, before, name = model] = /([^/]+)(?:\/models)?\/([^/]*)$/.exec(model) ?? []
    const { home, newest = '' } = byWord.get(firstWord(name)) ?? {}
    if (before !== undefined) {
      return home !== undefined && firstWord(home) === firstWord(before)
        ? home
        : before.toLowerCase()
    }
    return (modelKind(model) === 'chat' ? home : undefined) ?? owners.get(model) ?? newest
  }
}

interface Family {
  /** The maker that is called like its models, as Qwen is; most are not. */
  readonly home: string | undefined
  /** Who has the newest of them. */
  readonly newest: string
}

function familyOf(word: string, newest: string, makers: readonly string[]): Family {
  const home = [newest, ...makers].find((maker) => maker.split(/\W+/).includes(word))
  return { home, newest }
}

function firstWord(text: string): string {
  return (/^[a-z]+/i.exec(text)?.[0] ?? text).toLowerCase()
}

interface ModelOrder {
  readonly near: ReadonlySet<string>
  readonly makerOf: (model: string) => string
}

/**
 * Makers of most of the `near` names first, the others in the order of `names`; in each of them
 * the `near` names first.
 */
export function modelSections(
  names: readonly string[],
  { near, makerOf }: ModelOrder,
): readonly ModelSection[] {
  const sections = [...Map.groupBy(names, makerOf)].map(([maker, all]) => {
    const sorted = newestFirst(all)
    const close = sorted.filter((name) => near.has(name))
    const others = sorted.filter((name) => !near.has(name))
    return { maker, names: [...close, ...others], close: close.length }
  })
  return sections.sort(
    (a, b) => b.close - a.close || Number(a.maker === '') - Number(b.maker === ''),
  )
}

/**
 * Secrets stand in a configuration file by reference: `${NAME}` of the environment anywhere in a
 * text, `file:PATH` and `keyring:NAME` as a complete secret. `$${` is a `${` that is meant.
 */
import { isRecord } from '../json/records'
import { MASK, maskedText } from '../network/url-credentials'
import { hasNamedSecrets } from '../text/named-secrets'
import { isSectionName, type SectionName } from './section'
import { SECTIONS } from './sections'

export type ReferenceKind = 'env' | 'file' | 'keyring'

export interface Reference {
  readonly kind: ReferenceKind
  readonly name: string
}

/** A text somewhere in a file. */
export interface Leaf {
  readonly path: readonly string[]
  readonly text: string
}

const IN_TEXT = /\$(\$\{)|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g
const WHOLE = /^(file|keyring):(.+)$/s

export function leavesOf(tree: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof tree === 'string') return [{ path, text: tree }]
  if (Array.isArray(tree)) return tree.flatMap((each, at) => leavesOf(each, [...path, String(at)]))
  if (!isRecord(tree)) return []
  return Object.entries(tree).flatMap(([key, each]) => leavesOf(each, [...path, key]))
}

/** Whether the text stands in a field that holds a secret. */
export function isSecretPlace([
  section = '',
  item = '',
  field = 'value',
]: readonly string[]): boolean {
  if (!isSectionName(section)) return false
  const { isValue, fieldsOf } = SECTIONS[section]
  return fieldsOf(item)?.[isValue === true ? 'value' : field]?.isSecret === true
}

export function referencesIn({ path, text }: Leaf): readonly Reference[] {
  const [, kind, name] = isSecretPlace(path) ? (WHOLE.exec(text.trim()) ?? []) : []
  if (name !== undefined) return [{ kind: kind === 'file' ? 'file' : 'keyring', name }]
  return [...text.matchAll(IN_TEXT)].flatMap(([, , variable]) =>
    variable === undefined ? [] : [{ kind: 'env' as const, name: variable }],
  )
}

/** The same tree with what the references stand for. */
export function resolvedTree(
  tree: unknown,
  lookUp: (reference: Reference) => string,
  path: readonly string[] = [],
): unknown {
  const within = (each: unknown, key: string) => resolvedTree(each, lookUp, [...path, key])
  if (Array.isArray(tree)) return tree.map((each, at) => within(each, String(at)))
  if (isRecord(tree)) {
    return Object.fromEntries(Object.entries(tree).map(([key, each]) => [key, within(each, key)]))
  }
  if (typeof tree !== 'string') return tree
  const [only] = referencesIn({ path, text: tree })
  if (only !== undefined && only.kind !== 'env') return lookUp(only)
  return tree.replace(IN_TEXT, (_, escaped: string | undefined, name: string) =>
    escaped === undefined ? lookUp({ kind: 'env', name }) : escaped,
  )
}

/** Every text of a value as it has to be written to be read as itself. */
export function escapedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\$\{/g, (start) => `$${start}`)
  if (Array.isArray(value)) return value.map(escapedValue)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escapedValue(each)]))
}

const SINGULAR: Readonly<Partial<Record<SectionName, string>>> = {
  channels: 'CHANNEL',
  options: 'OPTION',
  identity_providers: 'IDENTITY_PROVIDER',
}

/** Names of variables for what a pulled file does not tell, none of them twice. */
export class ReferenceNames {
  readonly #given = new Set<string>()

  next(section: SectionName, ...parts: readonly string[]): string {
    const words = [SINGULAR[section] ?? section, ...parts].map(
      (part) =>
        part
          .toUpperCase()
          .replace(/[^A-Z0-9]+/g, '_')
          .replace(/^_+|_+$/g, '') || 'X',
    )
    const wanted = `GW_${words.join('_')}`
    let name = wanted
    for (let at = 2; this.#given.has(name); at += 1) name = `${wanted}_${at}`
    this.#given.add(name)
    return `\${${name}}`
  }
}

/**
 * A value as a file may hold it: passwords in addresses, and all of what names a secret, stand
 * by reference.
 */
export function withoutSecrets(value: unknown, nextName: (part: string) => string): unknown {
  const text = JSON.stringify(value)
  if (hasNamedSecrets(text)) return nextName('')
  return masked(escapedValue(value), nextName)
}

function masked(value: unknown, nextName: (part: string) => string): unknown {
  if (typeof value === 'string') {
    const shown = maskedText(value)
    return shown === value ? value : shown.replaceAll(`${MASK}@`, () => `${nextName('password')}@`)
  }
  if (Array.isArray(value)) return value.map((each) => masked(each, nextName))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, masked(each, nextName)] as const)
  return Object.fromEntries(entries)
}

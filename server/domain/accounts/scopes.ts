/**
 * What credentials and roles may be limited to: `<resource>:<read or write>`. Writing does not
 * bring reading with it.
 */

export const RESOURCES = [
  'account',
  'audit',
  'billing',
  'channel',
  'job',
  'limit',
  'log',
  'node',
  'notice',
  'option',
  'price',
  'token',
  'user',
] as const

export type Resource = (typeof RESOURCES)[number]
export const VERBS = ['read', 'write'] as const
export type Verb = (typeof VERBS)[number]
export type Scope = `${Resource}:${Verb}`

export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource) =>
  VERBS.map((verb): Scope => `${resource}:${verb}`),
)

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** What somebody may do; `undefined` where nothing narrows what the role may. */
export type Scopes = ReadonlySet<Scope> | undefined

const READS = SCOPES.filter((scope) => scope.endsWith(':read'))
const both = (...resources: readonly Resource[]): readonly Scope[] =>
  resources.flatMap((resource) => VERBS.map((verb): Scope => `${resource}:${verb}`))

/** Sets that people take without choosing one by one. */
export const SCOPE_PRESETS = {
  'read-only': READS,
  ci: [...both('channel', 'price', 'option', 'limit'), 'account:read', 'user:read', 'log:read'],
  billing: [...both('billing', 'token'), 'account:read', 'log:read', 'user:read'],
  terminal: SCOPES.filter((scope) => scope !== 'account:write'),
  mcp: ['account:read', 'channel:read', 'log:read', 'node:read', 'notice:read', 'price:read'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>

export type ScopePreset = keyof typeof SCOPE_PRESETS

const PRESETS = Object.entries(SCOPE_PRESETS) as readonly [ScopePreset, readonly Scope[]][]

/** The preset that has exactly these. */
export function presetOf(scopes: readonly Scope[]): ScopePreset | undefined {
  const same = PRESETS.find(
    ([, preset]) =>
      preset.length === scopes.length && preset.every((scope) => scopes.includes(scope)),
  )
  return same?.[0]
}

/** Blank for everything. Unknown ones, from another version, open nothing. */
export function readScopes(stored: string): Scopes {
  return stored === '' ? undefined : new Set(stored.split(' ').filter(isScope))
}

/** What both allow. */
export function narrowerScopes(one: Scopes, other: Scopes): Scopes {
  if (one === undefined || other === undefined) return one ?? other
  return new Set([...one].filter((scope) => other.has(scope)))
}

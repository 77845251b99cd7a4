/** Who may do what, and who says who somebody is. */
import { NEW_PROVIDER } from '../accounts/identity-providers'
import { SCOPES } from '../accounts/scopes'
import { choice, flag, names, object, refuse, secret, text } from './fields'
import type { Section, Values } from './section'

const ROLE_FIELDS = { base: choice(['user', 'admin'], 'user'), scopes: names() } as const

export const roleSection: Section = {
  fieldsOf: () => ROLE_FIELDS,
  check: ({ scopes }: Values) => {
    const known: readonly unknown[] = SCOPES
    const wrong = Array.isArray(scopes) ? scopes.find((each) => !known.includes(each)) : undefined
    if (wrong !== undefined) refuse('scopes', 'reason.unknown_key', { key: String(wrong) })
  },
}

/** A new field of providers is one here: its form follows from what it starts with. */
function fieldOf(starts: unknown) {
  if (typeof starts === 'boolean') return flag(starts)
  return typeof starts === 'string' ? text(starts) : object()
}

const PROVIDER_FIELDS = {
  name: text(),
  well_known: text(),
  client_id: text(),
  client_secret: secret(),
  ...Object.fromEntries(
    Object.entries(NEW_PROVIDER).map(([name, starts]) => [name, fieldOf(starts)] as const),
  ),
}

export const identityProviderSection: Section = { fieldsOf: () => PROVIDER_FIELDS }

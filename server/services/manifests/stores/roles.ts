import { ROLE } from '../../../domain/accounts/roles'
import { refuse } from '../../../domain/manifest/fields'
import type { StoredItem } from '../../../domain/manifest/plan'
import { changeRole, createRole, listRoles, removeRole } from '../../roles/roles'
import type { SectionStore } from '../section-store'

function scopesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

export const roleStore: SectionStore = {
  read: async (deps) => {
    const items = (await listRoles(deps)).map(
      ({ id, name, base, scopes }): [string, StoredItem] => {
        const values = { base: base === ROLE.user ? 'user' : 'admin', scopes: scopes.toSorted() }
        return [name, { values, id }]
      },
    )
    return new Map(items)
  },
  normal: (value, { field }) => (field === 'scopes' ? scopesOf(value).toSorted() : value),
  write: async (deps, actor, items) => {
    for (const { name, action, stored, values, changes } of items) {
      const scopes = scopesOf(values.scopes)
      const base = values.base === 'user' ? ROLE.user : ROLE.admin
      if (action === 'create') await createRole(deps, actor, { name, base, scopes })
      else if (changes.some(({ field }) => field === 'base')) refuse('base', 'reason.not_allowed')
      else await changeRole(deps, actor, { id: stored?.id ?? 0, name, scopes })
    }
  },
  remove: async (deps, actor, items) => {
    for (const { stored } of items) await removeRole(deps, actor, stored?.id ?? 0)
  },
  targets: (_, { id = 0 }) => [`role:${id}`],
}

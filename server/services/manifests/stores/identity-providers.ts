import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { allProviders } from '../../../../db/tables/identity-providers'
import { ProviderFields } from '../../../domain/accounts/identity-providers'
import { refuse } from '../../../domain/manifest/fields'
import type { PlannedItem, StoredItem } from '../../../domain/manifest/plan'
import type { Values } from '../../../domain/manifest/section'
import {
  changeProvider,
  createProvider,
  listProviders,
  type ProviderInput,
  removeProvider,
  requireDiscovered,
} from '../../identity-providers/keep'
import { openSecret } from '../../options/secret'
import type { SectionStore } from '../section-store'

const Given = Type.Partial(
  Type.Composite([ProviderFields, Type.Object({ client_secret: Type.String() })]),
)

function inputOf(values: Values): ProviderInput {
  if (Value.Check(Given, values)) return values
  const [first] = Value.Errors(Given, values)
  return refuse(first?.path.split('/')[1] ?? 'name', 'reason.not_allowed')
}

function changedOf({ action, changes, values }: PlannedItem): ProviderInput {
  if (action === 'create') return inputOf(values)
  return inputOf(Object.fromEntries(changes.map(({ field, after }) => [field, after])))
}

export const identityProviderStore: SectionStore = {
  read: async (deps) => {
    const secrets = new Map(
      (await allProviders(deps.db.reader)).map((row) => [row.id, row.client_secret_sealed]),
    )
    const items = (await listProviders(deps)).map((view): [string, StoredItem] => {
      const { id, slug, users: _, ...fields } = view
      const client_secret = openSecret(deps.sealer, secrets.get(id) ?? '')
      return [slug, { values: { ...fields, client_secret }, id }]
    })
    return new Map(items)
  },
  prepare: async (_, { values }) => await requireDiscovered(inputOf(values)),
  write: async (deps, actor, items) => {
    for (const item of items) {
      const input = { ...changedOf(item), isDiscovered: true }
      if (item.action === 'create') {
        await createProvider(deps, actor, { ...input, slug: item.name })
      } else await changeProvider(deps, actor, { ...input, id: item.stored?.id ?? 0 })
    }
  },
  remove: async (deps, actor, items) => {
    for (const { stored } of items) await removeProvider(deps, actor, stored?.id ?? 0)
  },
  targets: (_, { id = 0 }) => [`identity_provider:${id}`],
}

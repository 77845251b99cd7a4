/** Where items of a section are stored: read in full, written through the services of the noun. */
import type { PlannedItem, StoredItem } from '../../domain/manifest/plan'
import type { Values } from '../../domain/manifest/section'
import type { Actor, ServiceDeps } from '../service-deps'

export interface FieldPlace {
  readonly field: string
  /** All that the file says of the item. */
  readonly values: Values
  readonly item: string
}

export interface SectionStore {
  /** What is there; of what the program brings, at least what is named. */
  readonly read: (
    deps: ServiceDeps,
    named: ReadonlySet<string>,
  ) => Promise<ReadonlyMap<string, StoredItem>>
  /** A value as it will be read back. Throws what a form would show. */
  readonly normal?: (value: unknown, place: FieldPlace) => unknown
  /** Before the transaction: what asks elsewhere. */
  readonly prepare?: (deps: ServiceDeps, item: PlannedItem) => Promise<void>
  /** Creates and changes; all at once where they are stored as one. */
  readonly write: (deps: ServiceDeps, actor: Actor, items: readonly PlannedItem[]) => Promise<void>
  readonly remove: (deps: ServiceDeps, actor: Actor, items: readonly PlannedItem[]) => Promise<void>
  /** All items of a plan go into one write. */
  readonly isWhole?: true
  /** What audit entries about the item are about. */
  readonly targets: (name: string, stored: StoredItem) => readonly string[]
}

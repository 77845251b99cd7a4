import type { SectionName } from '../../server/domain/manifest/section'

/** A field that a configuration file has set. */
export interface AppliedFieldsTable {
  section: SectionName
  name: string
  field: string
  /** `hand`: what somebody has set instead stays, whatever the file says. */
  owner: 'file' | 'hand'
  /** Of its value; sealed, because whoever has a hash can guess what it is of. */
  hash_sealed: string
  /** Epoch ms. */
  applied_at: number
  applied_by: string
}

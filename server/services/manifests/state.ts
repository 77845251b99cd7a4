/** What a plan is made of: the file in stored form, what is there, and what was applied before. */
import { createHash } from 'node:crypto'
import { allAppliedFields } from '../../../db/tables/applied-fields'
import { GatewayError } from '../../domain/errors/gateway-error'
import { canonicalText } from '../../domain/manifest/fields'
import type { OwnedField, OwnedFields, StoredItem } from '../../domain/manifest/plan'
import { type Fault, placeOf } from '../../domain/manifest/read-manifest'
import type { Manifest, SectionName, Values } from '../../domain/manifest/section'
import { SECTIONS } from '../../domain/manifest/sections'
import type { ServiceDeps } from '../service-deps'
import { APPLIED_PURPOSE } from './applied-purpose'
import { STORES } from './section-stores'

export type Owned = ReadonlyMap<SectionName, ReadonlyMap<string, OwnedFields>>
export type Stored = ReadonlyMap<SectionName, ReadonlyMap<string, StoredItem>>

export async function readOwned({ db }: ServiceDeps): Promise<Owned> {
  const owned = new Map<SectionName, Map<string, Map<string, OwnedField>>>()
  for (const row of await allAppliedFields(db.reader)) {
    const items = owned.get(row.section) ?? new Map<string, Map<string, OwnedField>>()
    const fields = items.get(row.name) ?? new Map<string, OwnedField>()
    const { owner, hash_sealed: hash, applied_at: at, applied_by: by } = row
    fields.set(row.field, { owner, hash, at, by })
    owned.set(row.section, items.set(row.name, fields))
  }
  return owned
}

export async function readStored(
  deps: ServiceDeps,
  manifest: Manifest,
  owned: Owned,
): Promise<Stored> {
  const stored = new Map<SectionName, ReadonlyMap<string, StoredItem>>()
  for (const [section, items] of manifest) {
    const named = new Set([...items.keys(), ...(owned.get(section)?.keys() ?? [])])
    stored.set(section, await STORES[section].read(deps, named))
  }
  return stored
}

export interface NormalManifest {
  readonly manifest: Manifest
  readonly faults: readonly Fault[]
}

/** With every value as it would be read back, and what is wrong with any of them. */
export function normalManifest(given: Manifest): NormalManifest {
  const faults: Fault[] = []
  const manifest = new Map<SectionName, ReadonlyMap<string, Values | null>>()
  for (const [section, items] of given) {
    const made = new Map<string, Values | null>()
    for (const [item, values] of items) {
      made.set(item, values && normalValues({ section, item, values }, faults))
    }
    manifest.set(section, made)
  }
  return { manifest, faults }
}

interface GivenItem {
  readonly section: SectionName
  readonly item: string
  readonly values: Values
}

function normalValues({ section, item, values }: GivenItem, faults: Fault[]): Values {
  const { normal } = STORES[section]
  if (normal === undefined) return values
  const entries = Object.entries(values).map(([field, value]) => {
    try {
      return [field, normal(value, { field, values, item })] as const
    } catch (error) {
      faults.push(faultOf(error, { section, item, field }))
      return [field, value] as const
    }
  })
  return Object.fromEntries(entries)
}

interface FaultPlace {
  readonly section: SectionName
  readonly item?: string | undefined
  readonly field?: string
}

/** What was refused, and where it stands in a file. Throws what is no refusal. */
export function faultOf(error: unknown, { section, item = '', field = '' }: FaultPlace): Fault {
  if (!(error instanceof GatewayError)) throw error
  if (item === '') return { path: [section], error }
  const { fieldsOf, isValue } = SECTIONS[section]
  const place = placeOf(error, [section, item], fieldsOf(item) ?? {})
  const isPlaced = place.length > 2 || field === '' || isValue === true
  return { path: isPlaced ? place : [...place, field], error }
}

export function sealedHash({ sealer }: ServiceDeps, value: unknown): string {
  return sealer.seal(hashOf(value), APPLIED_PURPOSE)
}

/** What no known key opens counts as changed. */
export function isAsApplied({ sealer }: ServiceDeps, value: unknown, sealed: string): boolean {
  try {
    return sealer.open(sealed, APPLIED_PURPOSE) === hashOf(value)
  } catch (error) {
    if (error instanceof GatewayError) return false
    throw error
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('base64url')
}

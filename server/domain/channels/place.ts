/** Where a channel of a vendor with many regions is reached, and how models are called there. */
import type { ChannelTypeRow } from '../channel-types/channel-type'
import { API_KEY, isRegion, type KeyParts, REGION, readKey } from '../channel-types/key-shape'

/** As service accounts of Google name it. */
const PROJECT = 'project_id'
const PROJECT_PATH = '/projects/{project}/locations/{region}'
/** Where keys without a project are at home. */
const EVERYWHERE = 'global'

export interface ChannelPlace {
  /** Parts of the key, to sign requests with. */
  readonly parts: KeyParts
  /** Region per model, by the name that a client or the channel gives it. */
  readonly regionOf: (...models: readonly string[]) => string | undefined
}

/** `undefined` for a key that has not the form that the type needs. */
export function placeOf(
  { keyShape, place }: ChannelTypeRow,
  { key, other }: { readonly key: string; readonly other: string },
): ChannelPlace | undefined {
  const parts = readKey(key, keyShape)
  if (parts === undefined) return undefined
  if (place.configuredBy === 'key') return { parts, regionOf: () => parts[REGION] }
  const regions = readRegions(other)
  const isKeyAlone = keyShape.kind === 'document' && parts[API_KEY] !== undefined
  return {
    parts,
    regionOf: (...models) => {
      if (isKeyAlone) return EVERYWHERE
      const named = models.find((model) => Object.hasOwn(regions ?? {}, model))
      return regions?.[named ?? 'default']
    },
  }
}

/** A region, or regions by model with a "default"; `undefined` when there is anything else. */
export function readRegions(other: string): Readonly<Record<string, string>> | undefined {
  const text = other.trim()
  if (!text.startsWith('{')) return isRegion(text) ? { default: text } : undefined
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
    const regions = entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && isRegion(entry[1]),
    )
    return regions.length === entries.length ? Object.fromEntries(regions) : undefined
  } catch {
    return undefined
  }
}

/** The address with region and project in it. */
export function addressIn(
  { baseUrl, place }: ChannelTypeRow,
  url: string,
  { region, parts }: { readonly region: string; readonly parts: KeyParts },
): string {
  const own = place.baseUrls[region]
  const moved = own !== undefined && url.startsWith(baseUrl) ? own + url.slice(baseUrl.length) : url
  const project = parts[PROJECT]
  const inProject = project === undefined ? moved.replace(PROJECT_PATH, '') : moved
  return inProject
    .replaceAll('{region}', region)
    .replaceAll('{project}', encodeURIComponent(project ?? ''))
}

/** Ends names of models that shall think; part of no vendor's names. */
const SUFFIX = '-thinking'

/** The vendor's own name of a model; a prefix is added where the region has one for it. */
export function vendorModel(
  { modelNames }: Pick<ChannelTypeRow, 'modelNames'>,
  model: string,
  region: string,
): string {
  const { ids, prefixes, byRegion } = modelNames
  const isSuffixed = !Object.hasOwn(ids, model) && model.endsWith(SUFFIX)
  const name = isSuffixed ? model.slice(0, -SUFFIX.length) : model
  const id = Object.hasOwn(ids, name) ? (ids[name] ?? name) : name
  const offered = Object.hasOwn(prefixes, id) ? (prefixes[id] ?? []) : []
  const here = byRegion.filter(([begin]) => region.startsWith(begin)).map(([, prefix]) => prefix)
  const prefix = here.find((one) => offered.includes(one))
  return `${prefix === undefined ? '' : `${prefix}.`}${id}${isSuffixed ? SUFFIX : ''}`
}
